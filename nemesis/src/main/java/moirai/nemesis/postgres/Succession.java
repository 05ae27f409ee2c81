package moirai.nemesis.postgres;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Failover;
import moirai.nemesis.Node;
import moirai.nemesis.Node.Role;
import moirai.nemesis.Node.State;
import moirai.nemesis.postgres.data.Streaming;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.ServerProcess;

/**
 * Knows which node is the primary and which follow it, and changes that. Thread-safe; one change at a time. No change
 * waits for what a fault may prevent, except the start of all nodes.
 */
final class Succession implements Failover {

    private static final int FOLLOW_TIMEOUT_MILLIS = 30_000;

    /** The time for the last replica, from the beginning, when all are to come back and nothing is cut. */
    private static final long ALL_NANOS = TimeUnit.SECONDS.toNanos(40);

    /** The time for a primary to take connections again. */
    private static final int READY_TIMEOUT_MILLIS = 20_000;

    private final Routes routes;
    private final Replication replication;
    private final Promotion promotion = new Promotion();

    /** The nodes, replaced as a whole; empty before the first start and after the end. */
    private volatile List<PostgresNode> nodes = List.of();

    /** The index of the node that writes, or did when it last could: a dead node cannot tell its role. */
    private volatile int primary;

    Succession(Routes routes, Replication replication) {
        this.routes = routes;
        this.replication = replication;
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

    private List<PostgresNode> others() {
        return nodes.stream().filter(node -> node != primary()).toList();
    }

    private Following following(PostgresNode node) {
        return new Following(node, primary(), routes);
    }

    /** Begins with nodes that never ran, the first of which is the primary. */
    synchronized void begin(List<PostgresNode> made) {
        primary = 0;
        nodes = made;
        for (PostgresNode node : nodes) {
            if (node != primary()) {
                following(node).point();
            }
            node.startFirst();
        }
        for (PostgresNode node : others()) {
            if (!Pauses.until(FOLLOW_TIMEOUT_MILLIS, () -> Streaming.isFollowing(node, primary()))) {
                throw new ClusterException(node.name() + " did not follow "
                        + primary().name() + " within " + FOLLOW_TIMEOUT_MILLIS / 1000 + " s");
            }
        }
    }

    synchronized void end() {
        nodes = List.of();
    }

    /** Starts the dead nodes, the primary first, and makes all others follow it, side by side. */
    synchronized void startAll() {
        long deadline = System.nanoTime() + ALL_NANOS;
        var wrong = new ArrayList<String>();
        failure(() -> {
                    launch(primary());
                    awaitReady(primary());
                })
                .ifPresent(wrong::add);
        try (var workers = Executors.newCachedThreadPool()) {
            others().stream()
                    .map(this::following)
                    .map(following ->
                            CompletableFuture.supplyAsync(() -> failure(() -> following.complete(deadline)), workers))
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

    /**
     * Starts a dead node in the role that it now has to have. Other threads may change that role, kill the node or
     * pause it while this waits; then this gives up.
     */
    void start(PostgresNode node) {
        if (!launch(node)) {
            return;
        }
        if (node == primary()) {
            awaitReady(node);
        } else {
            following(node).awaitReturn();
            mend(node);
        }
    }

    private synchronized boolean launch(PostgresNode node) {
        if (node.state() != State.DEAD) {
            return false;
        }
        if (node == primary()) {
            node.launch();
        } else {
            following(node).launch();
        }
        return true;
    }

    /** Waits for a primary. It needs no other node, so a long wait means that it does not work. */
    private static void awaitReady(PostgresNode node) {
        Pauses.until(READY_TIMEOUT_MILLIS, () -> node.isReady() || node.state() != State.RUNNING);
        if (node.hasEnded() || (node.state() == State.RUNNING && !node.isReady())) {
            throw new ClusterException(node.name() + " does not start: " + node.complaint());
        }
    }

    /** Brings back the replicas that run and can never follow as they are; dead nodes are left alone. */
    void mend() {
        nodes.stream().filter(node -> node.state() == State.RUNNING).forEach(this::mend);
    }

    private synchronized void mend(PostgresNode node) {
        if (node != primary()) {
            following(node).mend();
        }
    }

    /**
     * Replaces the data of a node by a copy. A primary shuts down before, and sends its replicas all that they lack, so
     * that none of it is lost with its files.
     *
     * @throws ClusterException if there is no server to copy from now
     */
    void renew(PostgresNode node) {
        makeAnew(node);
        start(node);
    }

    /** Restarts a replica in good order with other programs on its data. */
    void restart(PostgresNode replica, PostgresNode.Setup programs) {
        stop(replica, programs);
        start(replica);
    }

    private synchronized void stop(PostgresNode node, PostgresNode.Setup programs) {
        node.shutDown();
        node.use(programs);
    }

    /** Replaces a node by a copy of the primary with these programs. */
    void replace(PostgresNode node, PostgresNode.Setup programs) {
        synchronized (this) {
            stop(node, programs);
            node.makeOrphan();
        }
        start(node);
    }

    /**
     * Restarts the primary with other programs. Where there are replicas, it shuts down in good order, which sends them
     * all that it has, and comes back as one of them.
     */
    void handOver(PostgresNode.Setup programs) {
        PostgresNode old = primary();
        if (nodes.size() == 1) {
            restart(old, programs);
            return;
        }
        synchronized (this) {
            old.shutDown();
            boolean hasSentAll = old.hasShutDown();
            orElseBack(old, this::failOver);
            if (hasSentAll) {
                makeReplica(old);
            }
            old.use(programs);
        }
        start(old);
    }

    private static void makeReplica(PostgresNode node) {
        try {
            node.makeReplica();
        } catch (IOException e) {
            throw new ClusterException(node.name() + " cannot be made a replica: " + e, e);
        }
    }

    /** Runs what needs the primary to be down; if it fails, the primary comes back. */
    private void orElseBack(PostgresNode old, Runnable change) {
        try {
            change.run();
        } catch (ClusterException failed) {
            failure(() -> {
                        old.shutDown();
                        launch(old);
                    })
                    .ifPresent(again -> failed.addSuppressed(new ClusterException(again)));
            throw failed;
        }
    }

    /** Shuts a replica down and does something to it meanwhile; it follows nobody from then on. */
    synchronized void setApart(PostgresNode replica, Change change) throws IOException {
        replica.shutDown();
        replica.makeOrphan();
        change.run();
    }

    /** A change of files. */
    interface Change {
        void run() throws IOException;
    }

    /** Makes the copy of the primary that is apart the primary, once it has all that clients could write. */
    void moveTo(LogicalCopy copy) {
        synchronized (this) {
            PostgresNode old = primary();
            old.shutDown();
            orElseBack(old, () -> {
                // Only if it listens elsewhere nothing can be written any more, and it can still be asked.
                old.launchApart();
                copy.finish();
            });
            old.shutDown();
            copy.node().shutDown();
            try {
                copy.node().configure(Map.of());
            } catch (IOException e) {
                throw new ClusterException(copy.node().name() + " cannot be configured: " + e, e);
            }
            primary = nodes.indexOf(copy.node());
        }
        start(copy.node());
    }

    private synchronized void makeAnew(PostgresNode node) {
        if (node == primary()) {
            node.process().ifPresent(ServerProcess::stop);
            failOver();
        }
        node.kill();
        node.powerOn();
        node.makeOrphan();
    }

    /** Returns the role. The server is asked if possible, since a promotion is its own decision in the end. */
    Role roleOf(PostgresNode node) {
        if (nodes.size() > 1 && node.state() == State.RUNNING && !node.isApart()) {
            try {
                return node.ask("SELECT pg_is_in_recovery()").equals("t") ? Role.REPLICA : Role.PRIMARY;
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
        return replace(() -> new Election(others(), replication).choose());
    }

    @Override
    public synchronized void promote(Node node) {
        int index = nodes.indexOf(node);
        if (index < 0 || index == primary || node.state() != State.RUNNING) {
            throw new ClusterException(node.name() + " cannot be promoted: it is "
                    + (index == primary ? "the primary already" : "no replica that runs"));
        }
        replace(() -> nodes.get(index));
    }

    /**
     * Replaces the primary. The old one is killed first: what it acknowledged during the choice would be lost by our
     * doing.
     */
    private PostgresNode replace(Supplier<PostgresNode> choice) {
        PostgresNode old = primary();
        boolean hasLived = old.state() != State.DEAD;
        old.kill();
        try {
            PostgresNode chosen = choice.get();
            crown(chosen);
            return chosen;
        } catch (ClusterException failed) {
            if (hasLived) {
                failure(() -> launch(old)).ifPresent(again -> failed.addSuppressed(new ClusterException(again)));
            }
            throw failed;
        }
    }

    private void crown(PostgresNode chosen) {
        if (!promotion.promote(chosen)) {
            throw new ClusterException(chosen.name() + " was not promoted in time");
        }
        primary = nodes.indexOf(chosen);
        start(chosen);
        // The dead are pointed to it when they are started; so is one whose disk fails now.
        others().stream()
                .filter(other -> other.state() != State.DEAD)
                .forEach(other -> failure(following(other)::point));
    }
}
