package moirai.mockstore.wire.startup;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * <p>Other sessions are served before the lock step, to load data, and hold it up as long as they are open. During
 * the lock step they are refused, and so is a session that comes a second time: its turns would depend on when it
 * comes. But a name with a plus before it is that of a session that comes when the former one of the name is over.
 * From then on the others wait for it.
 */
public final class SessionBarrier {

    private static final long POLL_MILLIS = 100;
    /** How long a client may come before the former one of its name is gone. */
    private static final long PATIENCE_MILLIS = 5_000;

    private static final String LATER = "+";

    private final SqlDatabase database;
    private final List<String> names;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    /** For each name, whether its client waits at the barrier. */
    private final boolean[] isWaiting;
    /** The sessions of the lock step, from its start. */
    private List<SqlSession> sessions = List.of();

    /** The places of sessions whose former one is not over. */
    private final Set<Integer> resting = new HashSet<>();
    /** The places of sessions whose former one is over and that have no client yet. */
    private final Set<Integer> due = new HashSet<>();

    private int others;
    /** The number of sessions of the lock step that are open; 0 before it starts and when it is over. */
    private int running;

    /**
     * Creates a barrier.
     *
     * @param names an {@code application_name} or a user for each session of the lock step, in the order in which they
     *    are opened; a name that stands there twice means two sessions, and with a plus before it one after the
     *    other. Empty if there is no lock step
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
            if (names.contains(LATER + name) && running > 0) {
                return awaitFormer(LATER + name, isConnected);
            }
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

    /** Returns the next session of a name whose former one is over, or will soon be. */
    private SqlSession awaitFormer(String later, BooleanSupplier isConnected) throws InterruptedException {
        int place = next(later);
        long patience = PATIENCE_MILLIS;
        while (place < 0 && patience > 0 && isConnected.getAsBoolean()) {
            opened.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
            patience -= POLL_MILLIS;
            place = next(later);
        }
        if (place < 0) {
            throw new StoreException("57P03", "no session of the name of '" + later + "' has ended");
        }
        due.remove(place);
        return sessions.get(place);
    }

    private int next(String later) {
        return due.stream()
                .filter(at -> names.get(at).equals(later))
                .mapToInt(at -> at)
                .min()
                .orElse(-1);
    }

    /** Reports that a session which was opened here is about to be closed: from now on the others wait for its next. */
    public void ending(SqlSession session) {
        lock.lock();
        try {
            int place = sessions.indexOf(session);
            for (int later = place + 1; place >= 0 && later < names.size(); later++) {
                if (names.get(later).equals(LATER + bare(names.get(place))) && resting.remove(later)) {
                    sessions.get(later).rest(false);
                    due.add(later);
                    opened.signalAll();
                    return;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static String bare(String name) {
        return name.startsWith(LATER) ? name.substring(1) : name;
    }

    private void startIfComplete() {
        for (int place = 0; place < isWaiting.length; place++) {
            if (!isWaiting[place] && !names.get(place).startsWith(LATER)) {
                return;
            }
        }
        if (others == 0) {
            sessions = names.stream().map(name -> database.session()).toList();
            running = sessions.size();
            for (int place = 0; place < running; place++) {
                if (names.get(place).startsWith(LATER)) {
                    sessions.get(place).rest(true);
                    resting.add(place);
                }
            }
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
