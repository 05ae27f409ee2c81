package moirai.nemesis.postgres;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node.State;
import moirai.nemesis.postgres.data.Streaming;
import moirai.nemesis.process.Pauses;

/** Makes a replica follow a primary: on its own data if possible, else as a copy. */
final class Following {

    /** The time for a replica to take connections before it is left to itself: its primary may be cut off. */
    private static final int RISE_TIMEOUT_MILLIS = 4_000;

    /** The time that it may then take to follow, or to say that it never can. */
    private static final int RETURN_TIMEOUT_MILLIS = 2_000;

    /**
     * The time after which a replica that can reach its primary and does not follow it never will. For example, a
     * replica that was killed just after a promotion may wait for ever for a log that no node has.
     */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(12);

    private final PostgresNode node;
    private final PostgresNode primary;
    private final Routes routes;

    Following(PostgresNode node, PostgresNode primary, Routes routes) {
        this.node = node;
        this.primary = primary;
        this.routes = routes;
    }

    private boolean isFollowing() {
        return Streaming.isFollowing(node, primary);
    }

    /** Returns whether it ended by itself, or can never follow as it is. */
    private boolean isLost() {
        return node.hasEnded() || (node.isAstray() && !isFollowing());
    }

    /** Makes it follow from now on, or from its next start. */
    void point() {
        try {
            node.makeReplica();
            int port = routes.port(node.name(), primary);
            node.configure(PostgresOptions.following(primary, port, node.name()));
        } catch (IOException e) {
            throw new ClusterException(node.name() + " cannot be pointed to " + primary.name() + ": " + e, e);
        }
    }

    /**
     * Starts a dead replica, on its own data if it has a replica's.
     *
     * @throws ClusterException if it has to be copied, and there is no server to copy from
     */
    void launch() {
        node.powerOn();
        if (!node.isReplica()) {
            // It was the primary, and may have what the new one never got.
            copy();
        }
        point();
        node.launch();
    }

    /** Replaces a replica that can never follow by a copy; does nothing if there is no server to copy from now. */
    void mend() {
        if (node.state() != State.PAUSED && isLost() && primary.state() == State.RUNNING) {
            replace();
        }
    }

    private void replace() {
        node.kill();
        node.powerOn();
        copy();
        point();
        node.launch();
    }

    /**
     * Waits a little for a replica that was launched, until it follows or is known never to follow. Does not wait for a
     * primary that may be cut off: the fault that cut it must not have to wait for this.
     */
    void awaitReturn() {
        Pauses.until(RISE_TIMEOUT_MILLIS, () -> node.isReady() || node.state() != State.RUNNING || isLost());
        if (node.isReady() && primary.state() == State.RUNNING) {
            Pauses.until(RETURN_TIMEOUT_MILLIS, () -> isFollowing() || node.state() != State.RUNNING || isLost());
        }
    }

    /**
     * Makes it follow, as a copy if nothing else helps, and returns when it does.
     *
     * @throws ClusterException if it does not by then
     */
    void complete(long deadlineNanos) {
        if (node.state() == State.DEAD) {
            launch();
        }
        long since = System.nanoTime();
        while (!isFollowing()) {
            long now = System.nanoTime();
            if (now - deadlineNanos > 0) {
                throw new ClusterException(
                        node.name() + " does not follow " + primary.name() + ": " + node.lastWords());
            }
            if (!canFollow()) {
                since = now;
                mend();
            } else if (now - since > PATIENCE_NANOS) {
                replace();
                since = System.nanoTime();
            } else {
                mend();
            }
            Pauses.brief();
        }
    }

    /** Returns whether no fault keeps it from following. */
    private boolean canFollow() {
        return node.state() != State.PAUSED
                && primary.state() == State.RUNNING
                && routes.isOpen(node.name(), primary.name());
    }

    private void copy() {
        if (primary.state() != State.RUNNING) {
            throw new ClusterException(node.name() + " has to be copied from " + primary.name()
                    + ", the primary, which does not run: start that first");
        }
        if (!node.setup().canRead(primary.setup())) {
            node.use(primary.setup());
        }
        long began = System.nanoTime();
        try {
            BaseBackup.copy(primary, node);
        } catch (IOException e) {
            throw new ClusterException(node.name() + " cannot be copied from " + primary.name() + ": " + e, e);
        } finally {
            System.getLogger(Following.class.getName())
                    .log(
                            System.Logger.Level.DEBUG,
                            "{0} was copied from {1} in {2} ms",
                            node.name(),
                            primary.name(),
                            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
        }
    }
}
