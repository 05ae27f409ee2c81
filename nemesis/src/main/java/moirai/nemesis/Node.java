package moirai.nemesis;

import java.nio.file.Path;
import java.util.List;

/**
 * One server of a cluster. Thread-safe. What it is told to do it does within a bounded time, or throws a
 * {@link ClusterException} that says why in one line.
 */
public interface Node {

    /** What a node does in its cluster. */
    enum Role {
        /** Takes reads and writes. */
        PRIMARY,
        /** Follows a primary and takes reads. */
        REPLICA
    }

    /** Whether there is anybody at home. */
    enum State {
        /** It has a process that may run. It need not take connections yet. */
        RUNNING,
        /** Its processes are stopped where they were, and hold what they held. */
        PAUSED,
        /** It has no process. */
        DEAD
    }

    /** Unique in the cluster: n1, n2, and so on. */
    String name();

    /** What a client of this product connects to, without user and password. It stays the same for the node's life. */
    String url();

    /** As it stands now; of a node that cannot answer, what it was when it last could. */
    Role role();

    /** As it stands now. */
    State state();

    /** Every process of the server as it runs now, its first one first; empty if it is dead. */
    List<Long> pids();

    /** Where its data lies. */
    Path dataDirectory();

    /** What it prints; begins anew with each start. */
    Path log();

    /** Kills every process of the server with SIGKILL, paused ones as well; does nothing if it is dead. */
    void kill();

    /**
     * Starts a dead server on its data and returns when it takes connections; does nothing if it is not dead.
     *
     * @throws ClusterException if it does not start; its data stays, and it may be tried again
     */
    void start();

    /** Stops every process of the server with SIGSTOP; does nothing if it is dead or paused already. */
    void pause();

    /** Lets every process of the server go on with SIGCONT; does nothing if it is dead or was not paused. */
    void resume();
}
