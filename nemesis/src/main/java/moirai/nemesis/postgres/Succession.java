package moirai.nemesis.postgres;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Failover;
import moirai.nemesis.Node;
import moirai.nemesis.Node.Role;
import moirai.nemesis.Node.State;
import moirai.nemesis.process.Pauses;

/**
 * Who is the primary, who follows whom, and how a node that is behind or astray comes back. Thread-safe; one change at
 * a time.
 */
final class Succession implements Failover {

    private static final int ANSWER_SECONDS = 2;

    /** Two parts: in the first a standby ends its recovery, in the second we hear of it. */
    private static final int PROMOTE_SECONDS = 30;

    private static final int FOLLOW_TIMEOUT_MILLIS = 30_000;

    /** How long a node that comes back may take to follow before it is left to itself: its primary may be cut off. */
    private static final int RETURN_TIMEOUT_MILLIS = 5_000;

    private final Routes routes;

    /** Replaced as a whole; empty before the first start and after the end. */
    private volatile List<PostgresNode> nodes = List.of();

    /** The index of the node that writes, or did when it last could: what a dead node is, it cannot say itself. */
    private volatile int primary;

    Succession(Routes routes) {
        this.routes = routes;
    }

    Routes routes() {
        return routes;
    }

    List<PostgresNode> nodes() {
        return nodes;
    }

    PostgresNode primary() {
        return nodes.get(primary);
    }

    /** Begins with nodes that never ran, the first of which is the primary. */
    synchronized void begin(List<PostgresNode> made) {
        primary = 0;
        nodes = List.copyOf(made);
        for (PostgresNode node : nodes) {
            if (node != primary()) {
                becomeReplica(node);
            }
            node.server().start();
        }
        awaitAll();
    }

    synchronized void end() {
        nodes = List.of();
    }

    /** Starts what is dead, in the order that they need. */
    synchronized void startAll() {
        start(primary());
        nodes.forEach(this::start);
    }

    /** Starts a dead node as what it now has to be. */
    synchronized void start(PostgresNode node) {
        if (node.state() != State.DEAD) {
            return;
        }
        if (node == primary()) {
            node.server().start();
            return;
        }
        if (!node.server().isReplica()) {
            // It was the primary, and may have what the new one never got.
            copyFromPrimary(node);
        }
        becomeReplica(node);
        if (!comesUp(node) || (primary().state() == State.RUNNING && !returns(node))) {
            node.kill();
            copyFromPrimary(node);
            becomeReplica(node);
            node.server().start();
        }
    }

    /**
     * Whether a replica takes connections. One that misses what it needs to be consistent never does, as when it had
     * more than the new primary: then a copy helps, if there is anybody to copy from.
     */
    private boolean comesUp(PostgresNode node) {
        try {
            node.server().start();
            return true;
        } catch (ClusterException neverReady) {
            if (primary().state() != State.RUNNING) {
                throw neverReady;
            }
            return false;
        }
    }

    /** Whether the node follows, or at least may as soon as it can. */
    private boolean returns(PostgresNode node) {
        Pauses.until(RETURN_TIMEOUT_MILLIS, () -> node.server().isAstray() || isFollowing(node));
        return !node.server().isAstray();
    }

    /**
     * Whether the node streams what the primary writes now. One that has more than a new primary streams, too, for a
     * moment: the log up to the end of the former timeline, before it finds that its own goes on behind that.
     */
    private boolean isFollowing(PostgresNode node) {
        try {
            boolean isStreaming = ask(
                            primary(),
                            "SELECT count(*) FROM pg_stat_replication"
                                    + " WHERE state = 'streaming' AND application_name = '"
                                    + node.name() + "'")
                    .equals("1");
            String timeline = "SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int";
            return isStreaming
                    && ask(node, "SELECT coalesce((SELECT received_tli FROM pg_stat_wal_receiver), 0)")
                            .equals(ask(primary(), timeline));
        } catch (ClusterException noAnswer) {
            return false;
        }
    }

    private void awaitAll() {
        for (PostgresNode node : nodes) {
            if (node != primary() && !Pauses.until(FOLLOW_TIMEOUT_MILLIS, () -> isFollowing(node))) {
                throw new ClusterException(node.name() + " did not follow "
                        + primary().name() + " within " + FOLLOW_TIMEOUT_MILLIS / 1000 + " s");
            }
        }
    }

    private void copyFromPrimary(PostgresNode node) {
        if (primary().state() != State.RUNNING) {
            throw new ClusterException(node.name() + " has to be copied from "
                    + primary().name() + ", the primary, which does not run: start that first");
        }
        try {
            BaseBackup.copy(primary().server(), node.server());
        } catch (IOException e) {
            throw new ClusterException(
                    node.name() + " cannot be copied from " + primary().name() + ": " + e, e);
        }
    }

    /** Has a node follow the primary from now on, or from its next start. */
    private void becomeReplica(PostgresNode node) {
        try {
            node.server().makeReplica();
            PostgresServer leader = primary().server();
            int port = routes.port(node.name(), leader);
            node.server().configure(PostgresOptions.following(leader, port, node.name()));
        } catch (IOException e) {
            throw new ClusterException(
                    node.name() + " cannot be pointed to " + primary().name() + ": " + e, e);
        }
    }

    /** The server is asked if it can be; a promotion is its own decision in the end. */
    Role roleOf(PostgresNode node) {
        if (nodes.size() > 1 && node.state() == State.RUNNING) {
            try {
                return ask(node, "SELECT pg_is_in_recovery()").equals("t") ? Role.REPLICA : Role.PRIMARY;
            } catch (ClusterException noAnswer) {
                // It starts, ends, or has no connection left; what it was is the best answer.
                return lastRole(node);
            }
        }
        return lastRole(node);
    }

    private Role lastRole(PostgresNode node) {
        List<PostgresNode> all = nodes;
        return all.isEmpty() || all.get(primary) == node ? Role.PRIMARY : Role.REPLICA;
    }

    @Override
    public synchronized Node failOver() {
        Node chosen = candidate().orElseThrow(() -> new ClusterException("no replica runs"));
        promote(chosen);
        return chosen;
    }

    private Optional<Node> candidate() {
        PostgresNode leader = primary();
        return nodes.stream()
                .filter(node -> node != leader && node.state() == State.RUNNING)
                .max(Comparator.comparingLong(Succession::received))
                .map(Node.class::cast);
    }

    /** How many bytes of log it has; -1 if it does not answer. */
    private static long received(PostgresNode node) {
        try {
            return Long.parseLong(ask(
                    node,
                    "SELECT pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()),"
                            + " '0/0')::bigint"));
        } catch (ClusterException | NumberFormatException noAnswer) {
            return -1;
        }
    }

    @Override
    public synchronized void promote(Node node) {
        int index = nodes.indexOf(node);
        if (index < 0 || index == primary || node.state() != State.RUNNING) {
            throw new ClusterException(node.name() + " cannot be promoted: it is "
                    + (index == primary ? "the primary already" : "no replica that runs"));
        }
        PostgresNode chosen = nodes.get(index);
        primary().kill();
        String promoted = chosen.server().ask("SELECT pg_promote(true, " + PROMOTE_SECONDS + ")", PROMOTE_SECONDS + 5);
        if (!promoted.equals("t")) {
            throw new ClusterException(node.name() + " was not promoted within " + PROMOTE_SECONDS + " s");
        }
        PostgresNode old = primary();
        primary = index;
        for (PostgresNode other : nodes) {
            if (other != chosen && other != old) {
                becomeReplica(other);
            }
        }
        for (PostgresNode other : nodes) {
            if (other != chosen && other.state() == State.RUNNING && !returns(other)) {
                other.kill();
                start(other);
            }
        }
    }

    private static String ask(PostgresNode node, String query) {
        return node.server().ask(query, ANSWER_SECONDS);
    }
}
