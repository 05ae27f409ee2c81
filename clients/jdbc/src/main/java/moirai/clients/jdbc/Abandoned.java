package moirai.clients.jdbc;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import moirai.clients.ClientException;

/*
 * A session that hears nothing gives its connection up, and the server does not know: what it has begun for it, it goes
 * on with, and that takes a connection. A lock that somebody held for an hour had thus used up all that a server
 * accepts, and nobody else was let in. The dialect has the server stop by itself where that is possible. This counts
 * what is left.
 */
/**
 * The connections that the sessions of a factory have open, and those that they gave up without knowing whether the
 * server has noticed. Together they are at most {@link #SPARE_MAX} more than there may be sessions; beside them there
 * are the connection of the tables and one that asks. Thread-safe.
 */
final class Abandoned {

    /** The number of connections at a server that a factory takes beyond one for each session. */
    static final int SPARE_MAX = 4;

    /** The time to wait for the answer that another session has asked for. */
    private static final long ANSWER_MILLIS = 1_000;

    private final Server server;
    private final int sessions;

    /** Says of each connection that was given up, by its identity at the server, whether it may be ended. */
    private final Map<String, Boolean> left = new TreeMap<>();

    private int open;

    /** Held by the session that asks the server, so that there is one connection for it and not one for each. */
    private final ReentrantLock asking = new ReentrantLock();

    /** @param sessions how many are open at once, at most */
    Abandoned(Server server, int sessions) {
        this.server = server;
        this.sessions = sessions;
    }

    /**
     * Counts a connection that is about to be opened.
     *
     * @throws ClientException if the server would have too many
     */
    void enter() {
        if (isTaken()) {
            return;
        }
        if (!isTakenOnceAsked()) {
            throw new ClientException(count() + " connections that sessions gave up are still at the server of "
                    + server.endpoint() + ", and it is not asked for more");
        }
    }

    /** Whoever finds somebody asking waits for the answer, but not for long: the server may be dead. */
    private boolean isTakenOnceAsked() {
        try {
            if (!asking.tryLock(ANSWER_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            if (isTaken()) {
                return true;
            }
            askServer();
            return isTaken();
        } finally {
            asking.unlock();
        }
    }

    private synchronized boolean isTaken() {
        if (!left.isEmpty() && open + left.size() >= sessions + SPARE_MAX) {
            return false;
        }
        open++;
        return true;
    }

    private synchronized int count() {
        return left.size();
    }

    /** Counts a connection that was closed in good order, or never opened. */
    synchronized void leave() {
        open--;
    }

    /**
     * Counts a connection that was lost.
     *
     * @param backend its identity at the server; empty if the server cannot be asked for it
     * @param mayBeEnded whether nothing that it has left at the server may take effect
     */
    synchronized void lose(String backend, boolean mayBeEnded) {
        open--;
        if (!backend.isEmpty()) {
            left.put(backend, mayBeEnded);
        }
    }

    private synchronized Map<String, Boolean> known() {
        return Map.copyOf(left);
    }

    private void askServer() {
        Map<String, Boolean> asked = known();
        try (var connection = server.connect()) {
            Set<String> remaining = server.dialect().remaining(connection, asked);
            synchronized (this) {
                left.keySet().removeIf(backend -> asked.containsKey(backend) && !remaining.contains(backend));
            }
        } catch (SQLException failed) {
            throw server.failure("cannot ask for connections that were given up at", failed);
        }
    }
}
