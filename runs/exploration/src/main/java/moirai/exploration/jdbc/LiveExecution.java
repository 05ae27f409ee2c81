package moirai.exploration.jdbc;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import moirai.exploration.search.Recorder;
import moirai.exploration.search.Steps;
import moirai.exploration.search.TxnEnd;
import moirai.exploration.search.TxnRunner;
import moirai.mockstore.Guide;
import moirai.mockstore.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * An execution of a program, in which each session waits in its own thread for its next turn. Only one thread runs at a
 * time: the search's or that of one session. This also holds before the first statements of the sessions.
 */
final class LiveExecution implements Guide {

    private final List<SessionThread> sessions;
    /** The number in the search of each transaction of the store. */
    private final IntArrayList ids = new IntArrayList();
    /** The steps of each transaction of the store. */
    private final List<Steps> done = new ArrayList<>();

    /** The number of steps before each savepoint of the transaction that runs. */
    private final IntArrayList savepoints = new IntArrayList();

    private final boolean isLastFinal;
    private final int millisMax;

    private @Nullable Recorder recorder;
    private boolean wasCommitted;
    private volatile boolean isOver;

    /**
     * Creates an execution of sessions that are not started yet.
     *
     * @param isLastFinal whether the last session begins after all others have ended
     * @param millisMax the time limit of a session for one transaction
     */
    LiveExecution(List<SessionThread> sessions, boolean isLastFinal, int millisMax) {
        this.sessions = List.copyOf(sessions);
        this.isLastFinal = isLastFinal;
        this.millisMax = millisMax;
    }

    /**
     * Starts the sessions one after the other, each when the one before begins a transaction or ends.
     *
     * @throws UnexplorableException if a session cannot be explored
     */
    void start() {
        int first = isLastFinal ? sessions.size() - 1 : sessions.size();
        for (int session = 0; session < first; session++) {
            sessions.get(session).go(millisMax);
        }
        startLast();
    }

    /**
     * Starts the final session when all others have ended, so that it can also read what they left in the program's
     * memory.
     */
    private void startLast() {
        if (isLastFinal
                && sessions.getLast().isNew()
                && sessions.stream().limit(sessions.size() - 1L).allMatch(SessionThread::hasEnded)) {
            sessions.getLast().go(millisMax);
        }
    }

    /** Returns whether the session has another transaction, or has ended with an end that is not reported yet. */
    boolean hasMore(int session) {
        return sessions.get(session).hasMore();
    }

    /** Returns whether this execution has run exactly this history. */
    boolean isAt(TxnRunner.Sight history) {
        boolean isSame = history.count() == done.size();
        for (int index = 0; isSame && index < done.size(); index++) {
            isSame = history.block(index).steps() == done.get(index);
        }
        return isSame;
    }

    /** Returns the name of the next transaction of a session. */
    String takeName(int session) {
        return sessions.get(session).takeName();
    }

    /**
     * Lets a session run its next transaction; a session that has ended without one gets an empty one.
     *
     * @throws UnexplorableException if it cannot be explored
     */
    TxnEnd step(int session, Recorder next) {
        SessionThread thread = sessions.get(session);
        recorder = next;
        savepoints.clear();
        if (thread.isWaiting()) {
            ids.add(next.place().id());
            thread.go(millisMax);
        } else {
            wasCommitted = thread.failure().isEmpty();
        }
        done.add(next.steps());
        startLast();
        return new TxnEnd(wasCommitted, thread.takeReply(), thread.failure(), thread.hasEnded());
    }

    /** Replaces the steps of the last transaction by equal ones. */
    void isNow(Steps same) {
        done.set(done.size() - 1, same);
    }

    /** Ends the threads of the sessions; returns false if a thread cannot be ended. */
    boolean stop() {
        isOver = true;
        boolean haveAllEnded = true;
        for (SessionThread session : sessions) {
            haveAllEnded &= session.stop(millisMax);
        }
        return haveAllEnded;
    }

    private void requireGoingOn() {
        if (isOver) {
            throw new StoppedError();
        }
    }

    private Recorder recording() {
        requireGoingOn();
        if (recorder == null) {
            throw new IllegalStateException("a session does something before its first turn");
        }
        return recorder;
    }

    @Override
    public void turn(int session) {
        requireGoingOn();
        sessions.get(session).pass();
        requireGoingOn();
    }

    @Override
    public void refused(int session, String sql, StoreException refusal) {
        requireGoingOn();
        sessions.get(session).refused(sql, refusal);
    }

    @Override
    public int source(int txn, int key, int latest) {
        int source = recording().source(key);
        return source == Steps.INITIAL ? INITIAL : ids.indexOf(source);
    }

    @Override
    public void statement(int txn, String sql) {
        recording().note(sql);
    }

    @Override
    public void read(int txn, int key, int source, Object value) {
        recording().read(key, source == INITIAL ? Steps.INITIAL : ids.getInt(source), value);
    }

    @Override
    public void readLocking(int txn, int key, int source, Object value) {
        recording().readLocking(key, source == INITIAL ? Steps.INITIAL : ids.getInt(source), value);
    }

    @Override
    public void readOwn(int txn, int key, Object value) {
        recording().read(key, recording().source(key), value);
    }

    @Override
    public void wrote(int txn, int key, Object value) {
        recording().write(key, value);
    }

    @Override
    public void savepoint(int txn, int number) {
        savepoints.size(number);
        savepoints.add(recording().steps().count());
    }

    @Override
    public void rolledBack(int txn, int number) {
        recording().takeBack(savepoints.getInt(number));
    }

    @Override
    public void ended(int txn, boolean isCommitted) {
        wasCommitted = isCommitted;
    }
}
