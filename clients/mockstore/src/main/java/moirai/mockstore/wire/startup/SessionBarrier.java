package moirai.mockstore.wire.startup;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlSession;

/**
 * A barrier for the sessions of a lock step: it answers none of them before all are connected, and opens them in the
 * order of their names. So it does not matter in which order the clients' processes come.
 *
 * <p>Other sessions are served before the lock step, to load data, and hold it up as long as they are open. During the
 * lock step they are refused, and so is a session that comes a second time: its turns would depend on when it comes.
 */
public final class SessionBarrier {

    private static final long POLL_MILLIS = 100;

    private final SqlDatabase database;
    private final List<String> names;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    /** For each name, whether its client waits at the barrier. */
    private final boolean[] isWaiting;
    /** The sessions of the lock step, from its start. */
    private List<SqlSession> sessions = List.of();

    private int others;
    /** The number of sessions of the lock step that are open; 0 before it starts and when it is over. */
    private int running;

    /**
     * Creates a barrier.
     *
     * @param names an {@code application_name} or a user for each session of the lock step, in the order in which they
     *    are opened; a name that stands there twice means two sessions. Empty if there is no lock step
     */
    public SessionBarrier(SqlDatabase database, List<String> names) {
        this.database = database;
        this.names = List.copyOf(names);
        this.isWaiting = new boolean[names.size()];
    }

    /**
     * Opens a session, after a wait for the others if it takes part in the lock step.
     *
     * @param parameters of the client's first message
     * @param isConnected returns whether the client is still there
     * @return its session, which has to be {@linkplain #closed reported} when it is closed
     * @throws StoreException if it must not be opened now (SQLSTATE 57P03), or its client has gone (08006)
     */
    public SqlSession open(Map<String, String> parameters, BooleanSupplier isConnected) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            String name = name(parameters);
            int place = place(name);
            if (running > 0 || (place < 0 && names.contains(name))) {
                throw new StoreException(
                        "57P03",
                        "'" + name + "' has no place in the lock step of " + String.join(", ", names)
                                + (running > 0 ? ", which runs" : "")
                                + "; accepted is one connection for each of these names until all are closed");
            }
            if (place < 0) {
                others++;
                return database.session();
            }
            return awaitAll(place, isConnected);
        } finally {
            lock.unlock();
        }
    }

    private SqlSession awaitAll(int place, BooleanSupplier isConnected) throws InterruptedException {
        isWaiting[place] = true;
        try {
            startIfComplete();
            while (running == 0) {
                if (!isConnected.getAsBoolean()) {
                    throw new StoreException("08006", "the client has not waited for the lock step");
                }
                opened.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
            }
        } finally {
            isWaiting[place] = false;
        }
        return sessions.get(place);
    }

    private void startIfComplete() {
        for (boolean waits : isWaiting) {
            if (!waits) {
                return;
            }
        }
        if (others == 0) {
            sessions = names.stream().map(name -> database.session()).toList();
            running = sessions.size();
            opened.signalAll();
        }
    }

    /** Reports that a session which was opened here is closed. */
    public void closed() {
        lock.lock();
        try {
            if (running > 0) {
                running--;
            } else {
                others--;
                startIfComplete();
            }
        } finally {
            lock.unlock();
        }
    }

    private String name(Map<String, String> parameters) {
        String application = parameters.getOrDefault("application_name", "");
        return names.contains(application) ? application : parameters.getOrDefault("user", "");
    }

    /** Returns the first place of a name at which no client waits; -1 if there is none. */
    private int place(String name) {
        for (int place = 0; place < names.size(); place++) {
            if (names.get(place).equals(name) && !isWaiting[place]) {
                return place;
            }
        }
        return -1;
    }
}
