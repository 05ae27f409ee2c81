package moirai.mockstore.wire.sessions;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A session as others see it, who may stop its statement, and never the one after it: while it waits, for a lock or for
 * its turn, and while it looks at rows. They may also end it, whatever it does. Thread-safe.
 */
public final class Backend {

    private final int process;
    private final int secret;
    private final Thread thread;
    private final CountDownLatch end = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private boolean isRunning;
    private volatile boolean isTerminated;
    private final Instant began = Instant.now();
    private volatile Map<String, String> client = Map.of();
    private volatile Activity activity = Activity.none();

    /**
     * Creates a session, which begins when its thread is started.
     *
     * @param process its number
     * @param secret proves that a client may cancel its statements
     */
    public Backend(int process, int secret, Runnable session) {
        this.process = process;
        this.secret = secret;
        this.thread = Thread.ofVirtual().name("moirai-session-" + process).unstarted(() -> {
            try {
                session.run();
            } finally {
                end.countDown();
            }
        });
    }

    public int process() {
        return process;
    }

    public int secret() {
        return secret;
    }

    public Thread thread() {
        return thread;
    }

    /**
     * Notes who the client is.
     *
     * @param columns of {@code pg_stat_activity}
     */
    public void know(Map<String, String> columns) {
        client = Map.copyOf(columns);
    }

    /** Notes that a query came. Called on the session's thread. */
    public void asked(String sql) {
        activity = activity.asked(sql);
    }

    /**
     * Notes that a query was answered. Called on the session's thread.
     *
     * @param status as ReadyForQuery has it
     * @param application the name that the client gives itself now
     */
    public void answered(char status, String application) {
        activity = activity.answered(status);
        if (!application.equals(client.get("application_name"))) {
            var known = new HashMap<>(client);
            known.put("application_name", application);
            client = Map.copyOf(known);
        }
    }

    /** Returns the row of {@code pg_stat_activity} without what is NULL; empty if no client is known yet. */
    Map<String, String> row() {
        if (client.isEmpty()) {
            return Map.of();
        }
        var row = new TreeMap<>(client);
        row.put("pid", String.valueOf(process));
        row.put("backend_start", began.toString());
        row.put("backend_type", "client backend");
        row.putAll(activity.columns());
        return row;
    }

    /** Allows cancellation from now on. Called on the session's thread. */
    public void begin() {
        set(true);
    }

    /** Forbids cancellation from now on. Called on the session's thread. */
    public void end() {
        set(false);
        // A request that came too late for the statement is forgotten.
        boolean ignored = Thread.interrupted();
    }

    private void set(boolean running) {
        lock.lock();
        try {
            isRunning = running;
        } finally {
            lock.unlock();
        }
    }

    /** Cancels the statement, if one is running. */
    public void cancel() {
        lock.lock();
        try {
            if (isRunning) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the session as soon as it can. */
    void terminate() {
        isTerminated = true;
        thread.interrupt();
    }

    /** Returns whether the session has to end. */
    public boolean isTerminated() {
        return isTerminated;
    }

    /** Waits for the end of the session; returns whether it has ended in time. */
    boolean awaitEnd(long millis) throws InterruptedException {
        return end.await(millis, TimeUnit.MILLISECONDS);
    }
}
