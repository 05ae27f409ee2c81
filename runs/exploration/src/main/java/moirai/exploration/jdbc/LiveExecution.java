package moirai.exploration.jdbc;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.exploration.search.Recorder;
import moirai.exploration.search.Steps;
import moirai.exploration.search.TxnEnd;
import moirai.exploration.search.TxnRunner;
import moirai.mockstore.Guide;
import org.jspecify.annotations.Nullable;

/**
 * A program that runs: each session waits in its thread for its next turn. The search's thread and those of the
 * sessions alternate, so that nothing here is used by two at a time.
 */
final class LiveExecution implements Guide {

    private final Turnstile turnstile = new Turnstile();
    private final List<SessionThread> sessions = new ArrayList<>();
    /** Of each transaction of the store, its number in the search. */
    private final IntArrayList ids = new IntArrayList();
    /** Of each transaction of the store, its steps. */
    private final List<Steps> done = new ArrayList<>();

    /** Of each savepoint of the transaction that runs, how many steps come before it. */
    private final IntArrayList savepoints = new IntArrayList();

    private IntSet waiting = IntSet.of();
    private @Nullable Recorder recorder;
    private boolean wasCommitted;

    /** Starts the sessions, and waits until each wants to begin a transaction or has ended. */
    void start(List<List<JdbcCall>> calls, List<Connection> connections) {
        var left = new AtomicInteger(calls.size());
        for (int session = 0; session < calls.size(); session++) {
            var thread = new SessionThread(calls.get(session), connections.get(session));
            sessions.add(thread);
        }
        for (int session = 0; session < sessions.size(); session++) {
            SessionThread thread = sessions.get(session);
            Thread.ofPlatform()
                    .daemon()
                    .name("explored session " + (session + 1))
                    .start(() -> {
                        thread.run();
                        if (left.decrementAndGet() == 0) {
                            turnstile.finished();
                        }
                    });
        }
        waiting = sessions.isEmpty() ? IntSet.of() : turnstile.awaitAll();
        sessions.forEach(SessionThread::requireSupported);
    }

    boolean isWaiting(int session) {
        return waiting.contains(session);
    }

    /** Whether what it has run is this history. */
    boolean isAt(TxnRunner.Sight history) {
        boolean isSame = history.count() == done.size();
        for (int index = 0; isSame && index < done.size(); index++) {
            isSame = history.block(index).steps() == done.get(index);
        }
        return isSame;
    }

    /** What a session is about to do. */
    String takeName(int session) {
        return sessions.get(session).takeName();
    }

    /** Lets a session run its next transaction. */
    TxnEnd step(int session, Recorder next) {
        recorder = next;
        savepoints.clear();
        ids.add(next.place().id());
        go(session);
        done.add(next.steps());
        SessionThread thread = sessions.get(session);
        thread.requireSupported();
        String failure = thread.failure();
        return new TxnEnd(wasCommitted, thread.takeReply(), failure, !waiting.contains(session));
    }

    /** What it did last is what these steps, which are equal, say. */
    void isNow(Steps same) {
        done.set(done.size() - 1, same);
    }

    private void go(int session) {
        turnstile.grant(session);
        waiting = turnstile.awaitAll();
    }

    /** Lets all sessions go on to their end, so that their threads are gone. */
    void drain() {
        recorder = null;
        while (!waiting.isEmpty()) {
            ids.add(-1);
            go(waiting.intIterator().nextInt());
        }
    }

    @Override
    public int turn(IntList sessionNumbers) {
        return turnstile.pass(sessionNumbers);
    }

    @Override
    public int source(int txn, int key, int latest) {
        if (recorder == null) {
            return latest;
        }
        int source = recorder.source(key);
        return source == Steps.INITIAL ? INITIAL : ids.indexOf(source);
    }

    @Override
    public void statement(int txn, String sql) {
        if (recorder != null) {
            recorder.note(sql.strip().replaceAll("\\s+", " "));
        }
    }

    @Override
    public void read(int txn, int key, int source, Object value) {
        if (recorder != null) {
            recorder.read(key, source == INITIAL ? Steps.INITIAL : ids.getInt(source), value);
        }
    }

    @Override
    public void readLocking(int txn, int key, int source, Object value) {
        if (recorder != null) {
            recorder.readLocking(key, source == INITIAL ? Steps.INITIAL : ids.getInt(source), value);
        }
    }

    @Override
    public void readOwn(int txn, int key, Object value) {
        if (recorder != null) {
            recorder.read(key, recorder.source(key), value);
        }
    }

    @Override
    public void wrote(int txn, int key, Object value) {
        if (recorder != null) {
            recorder.write(key, value);
        }
    }

    @Override
    public void savepoint(int txn, int number) {
        if (recorder != null) {
            savepoints.size(number);
            savepoints.add(recorder.steps().count());
        }
    }

    @Override
    public void rolledBack(int txn, int number) {
        if (recorder != null) {
            recorder.takeBack(savepoints.getInt(number));
        }
    }

    @Override
    public void ended(int txn, boolean isCommitted) {
        wasCommitted = isCommitted;
    }
}
