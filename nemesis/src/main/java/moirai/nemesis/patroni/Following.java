package moirai.nemesis.patroni;

import moirai.nemesis.ClusterException;
import moirai.nemesis.Node.State;

/** Asks PostgreSQL at both ends which node follows which. */
final class Following {

    private static final String TIMELINE =
            "SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int";

    private static final String RECEIVED_TIMELINE =
            "SELECT coalesce((SELECT received_tli FROM pg_stat_wal_receiver WHERE status = 'streaming'), 0)";

    private static final String STREAMS = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";

    private static final String AWAITED = " AND sync_state IN ('sync', 'quorum')";

    private static final String BUSY = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
            + " AND state <> 'idle' AND usename = 'postgres' AND application_name NOT LIKE 'Patroni%'"
            + " AND pid <> pg_backend_pid()";

    private Following() {}

    /** Returns whether the node streams what the primary writes now; false if one of them does not answer. */
    static boolean isFollowing(PatroniNode node, PatroniNode primary) {
        return streams(node, primary, "") && answer(primary, TIMELINE).equals(answer(node, RECEIVED_TIMELINE));
    }

    /** Returns whether commits at the primary wait for this node. */
    static boolean isAwaited(PatroniNode node, PatroniNode primary) {
        return streams(node, primary, AWAITED);
    }

    /** Returns whether commits at the primary wait for any node. */
    static boolean isAnybodyAwaited(PatroniNode primary) {
        return !answer(primary, "SHOW synchronous_standby_names").isEmpty();
    }

    private static boolean streams(PatroniNode node, PatroniNode primary, String how) {
        return answer(primary, STREAMS + how + " AND application_name = '" + node.name() + "'")
                .equals("1");
    }

    /**
     * Returns whether no client works at the primary any more. A server does not notice at once that its client is
     * gone.
     */
    static boolean isIdle(PatroniNode primary) {
        return answer(primary, BUSY).equals("0");
    }

    /** Returns whether the node shows all that the primary has on its disk now. */
    static boolean hasCaughtUp(PatroniNode node, PatroniNode primary) {
        String position = answer(primary, "SELECT pg_current_wal_flush_lsn()");
        return !position.isEmpty()
                && isFollowing(node, primary)
                && answer(node, "SELECT pg_last_wal_replay_lsn() >= '" + position + "'::pg_lsn")
                        .equals("t");
    }

    /** Asks a node; returns an empty string if there is no answer. */
    private static String answer(PatroniNode node, String query) {
        try {
            return node.state() == State.RUNNING ? node.ask(query) : "";
        } catch (ClusterException noAnswer) {
            return "";
        }
    }
}
