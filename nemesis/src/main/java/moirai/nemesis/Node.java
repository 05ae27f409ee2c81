package moirai.nemesis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One server of a cluster. Thread-safe. Every method returns within a bounded time or throws a {@link ClusterException}
 * that says why in one line.
 */
public interface Node {

    /** The role of a node in its cluster. */
    enum Role {
        /** Takes reads and writes. */
        PRIMARY,
        /** Follows a primary and takes reads. */
        REPLICA
    }

    /** The state of a server's processes. */
    enum State {
        /** It has a process that may run. It need not take connections yet. */
        RUNNING,
        /** Its processes are stopped and keep their memory, locks and connections. */
        PAUSED,
        /** It has no process. */
        DEAD
    }

    /** Returns the name, which is unique in the cluster: n1, n2, and so on. */
    String name();

    /**
     * Returns the URL that a client of this product connects to, without user and password. It stays the same for the
     * node's life.
     */
    String url();

    /** Returns the role as it is now; for a node that cannot answer, its last known role. */
    Role role();

    /** Returns the state as it is now. */
    State state();

    /** Returns every process of the server as it runs now, the main process first; empty if the server is dead. */
    List<Long> pids();

    /** Returns the data directory. */
    Path dataDirectory();

    /** Returns the file that the server prints to, which is begun anew at each start. */
    Path log();

    /** The end of the name of the empty file beside a log of which lines are missing. */
    String CUT = ".cut";

    /**
     * Appends to a file what the server has printed since it was made, or the end of that. The last 4 MiB of the file
     * stay; if lines are missing, an empty file stands beside it, whose name has {@link #CUT} at its end.
     */
    void copyLog(Path to) throws IOException;

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
