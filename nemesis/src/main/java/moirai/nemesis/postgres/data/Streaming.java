package moirai.nemesis.postgres.data;

import java.util.List;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node.State;

/** Asks PostgreSQL at both ends which server streams from which, and how far it has come. */
public final class Streaming {

    private static final String TIMELINE =
            "SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int";

    private static final String RECEIVED_TIMELINE =
            "SELECT coalesce((SELECT received_tli FROM pg_stat_wal_receiver WHERE status = 'streaming'), 0)";

    private static final String STREAMS = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";

    private static final String BUSY = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
            + " AND state <> 'idle' AND pid <> pg_backend_pid()";

    private Streaming() {}

    /** A server that can be asked. */
    public interface Server {

        String name();

        State state();

        /**
         * Returns the first column of the first row of the answer.
         *
         * @throws ClusterException if there is no answer in time
         */
        String ask(String query);
    }

    /** Asks a server; returns an empty string if it does not run, or gives no answer. */
    public static String answer(Server server, String query) {
        try {
            return server.state() == State.RUNNING ? server.ask(query) : "";
        } catch (ClusterException noAnswer) {
            return "";
        }
    }

    /**
     * Returns whether the node streams what the primary writes now; false if one of them does not answer. A node that
     * has more log than a new primary streams too, for a moment: the log up to the end of the former timeline, before
     * it finds that its own goes on behind that.
     */
    public static boolean isFollowing(Server node, Server primary) {
        if (!isStreaming(node, primary, "")) {
            return false;
        }
        String timeline = answer(primary, TIMELINE);
        return !timeline.isEmpty() && timeline.equals(answer(node, RECEIVED_TIMELINE));
    }

    /** Returns whether commits at the primary wait for this node. */
    public static boolean isAwaited(Server node, Server primary) {
        return isStreaming(node, primary, " AND sync_state IN ('sync', 'quorum')");
    }

    private static boolean isStreaming(Server node, Server primary, String how) {
        return answer(primary, STREAMS + how + " AND application_name = '" + node.name() + "'")
                .equals("1");
    }

    /**
     * Returns whether no client works at the primary any more. A server does not notice that its client is gone before
     * a statement is done, and may commit then.
     *
     * @param clients restricts which clients count, as SQL that begins with AND; empty for all
     */
    public static boolean isIdle(Server primary, String clients) {
        return answer(primary, BUSY + clients).equals("0");
    }

    /**
     * Returns whether all other nodes show the primary's position. No session writes any more, so the position hardly
     * changes. It is the position of what is on the disk, as all acknowledged commits are. The position of the next
     * record would not do: it may be behind the header of a page that is still empty, and no replica ever gets there.
     */
    public static boolean haveCaughtUp(List<? extends Server> nodes, Server primary) {
        String position = answer(primary, "SELECT pg_current_wal_flush_lsn()");
        String hasReplayed = "SELECT pg_last_wal_replay_lsn() >= '" + position + "'::pg_lsn";
        return !position.isEmpty()
                && nodes.stream()
                        .filter(node -> !node.equals(primary))
                        .allMatch(node -> isFollowing(node, primary)
                                && answer(node, hasReplayed).equals("t"));
    }
}
