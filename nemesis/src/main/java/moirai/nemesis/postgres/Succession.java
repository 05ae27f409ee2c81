package moirai.nemesis.postgres;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
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

    private static final int PROMOTE_SECONDS = 15;

    private static final int FOLLOW_TIMEOUT_MILLIS = 30_000;

    /** How long a replica may take to take connections before it is left to itself: its primary may be cut off. */
    private static final int RISE_TIMEOUT_MILLIS = 4_000;

    /** How long it may then take to follow, or to say that it never can. */
    private static final int RETURN_TIMEOUT_MILLIS = 2_000;

    /** How long the last replica may take, from the beginning, when all are to come back and nothing is cut. */
    private static final long MEND_NANOS = TimeUnit.SECONDS.toNanos(40);

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

    /** Starts what is dead, the primary first, and has all others follow it, side by side. */
    synchronized void startAll() {
        long deadline = System.nanoTime() + MEND_NANOS;
        var wrong = new ArrayList<String>();
        failure(() -> start(primary())).ifPresent(wrong::add);
        try (var workers = Executors.newCachedThreadPool()) {
            nodes.stream()
                    .filter(node -> node != primary())
                    .map(node -> CompletableFuture.supplyAsync(() -> failure(() -> comeBack(node, deadline)), workers))
                    .toList()
                    .forEach(done -> done.join().ifPresent(wrong::add));
        }
        if (!wrong.isEmpty()) {
            throw new ClusterException(String.join("; ", wrong));
        }
    }

    private static Optional<String> failure(Runnable action) {
        try {
            action.run();
            return Optional.empty();
        } catch (ClusterException failed) {
            return Optional.of(String.valueOf(failed.getMessage()));
        }
    }

    /** Has a replica follow, as a copy if nothing else helps. Without its primary it is only started. */
    private void comeBack(PostgresNode node, long deadline) {
        revive(node);
        while (primary().state() == State.RUNNING && !isFollowing(node)) {
            if (System.nanoTime() - deadline > 0) {
                throw new ClusterException(node.name() + " did not follow "
                        + primary().name() + " within " + TimeUnit.NANOSECONDS.toSeconds(MEND_NANOS) + " s");
            }
            if (isLost(node)) {
                node.kill();
                revive(node);
            }
            Pauses.brief();
        }
    }

    /** Starts a dead node as what it now has to be. */
    synchronized void start(PostgresNode node) {
        if (node != primary()) {
            revive(node);
        } else if (node.state() == State.DEAD) {
            node.server().start();
        }
    }

    /** Brings back the replicas that run and can never follow as they are. */
    synchronized void mend() {
        for (PostgresNode node : nodes) {
            if (node != primary()
                    && primary().state() == State.RUNNING
                    && node.state() == State.RUNNING
                    && node.server().isAstray()) {
                node.kill();
                revive(node);
            }
        }
    }

    private static boolean isLost(PostgresNode node) {
        return node.state() == State.DEAD || node.server().isAstray();
    }

    /**
     * Starts a dead replica, on its own data if these can follow, else as a copy. Does not wait until it follows, nor
     * until it takes connections if it needs its primary for that: the way to it may be cut.
     */
    private void revive(PostgresNode node) {
        if (node.state() != State.DEAD) {
            return;
        }
        if (!node.server().isReplica()) {
            // It was the primary, and may have what the new one never got.
            copyFromPrimary(node);
        }
        becomeReplica(node);
        if (!rises(node)) {
            node.kill();
            copyFromPrimary(node);
            becomeReplica(node);
            node.server().begin(RISE_TIMEOUT_MILLIS);
        }
    }

    /**
     * Whether a replica may be left to itself. One that misses what it needs to be consistent ends or says so, as when
     * it had more than the new primary: then a copy helps, if there is anybody to copy from.
     */
    private boolean rises(PostgresNode node) {
        try {
            if (node.server().begin(RISE_TIMEOUT_MILLIS) && primary().state() == State.RUNNING) {
                Pauses.until(RETURN_TIMEOUT_MILLIS, () -> isLost(node) || isFollowing(node));
            }
            return !isLost(node) || primary().state() != State.RUNNING;
        } catch (ClusterException ended) {
            if (primary().state() != State.RUNNING) {
                throw ended;
            }
            return false;
        }
    }

    private boolean isFollowing(PostgresNode node) {
        try {
            return ask(
                            primary(),
                            "SELECT count(*) FROM pg_stat_replication"
                                    + " WHERE state = 'streaming' AND application_name = '"
                                    + node.name() + "'")
                    .equals("1");
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
    public Optional<Node> candidate() {
        PostgresNode leader = primary();
        return nodes.stream()
                .filter(node -> node != leader && node.state() == State.RUNNING)
                // Whoever does not answer, such as a copy that is not whole yet, cannot be promoted.
                .filter(node -> received(node) >= 0)
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
        if (!obeys(chosen)) {
            // Were it to obey later, there would be two.
            chosen.kill();
            throw new ClusterException(node.name() + " was not promoted within " + PROMOTE_SECONDS + " s");
        }
        PostgresNode old = primary();
        primary = index;
        for (PostgresNode other : nodes) {
            if (other != chosen && other != old) {
                becomeReplica(other);
            }
        }
    }

    private static boolean obeys(PostgresNode chosen) {
        try {
            return chosen.server()
                    .ask("SELECT pg_promote(true, " + PROMOTE_SECONDS + ")", PROMOTE_SECONDS + ANSWER_SECONDS)
                    .equals("t");
        } catch (ClusterException noAnswer) {
            return false;
        }
    }

    private static String ask(PostgresNode node, String query) {
        return node.server().ask(query, ANSWER_SECONDS);
    }
}
