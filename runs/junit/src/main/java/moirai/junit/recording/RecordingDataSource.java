package moirai.junit.recording;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import moirai.history.History;
import moirai.interception.ConnectionSource;
import moirai.junit.weak.Call;
import moirai.junit.weak.Ended;

/**
 * A data source that records the transactions of code under test. Begin, outcome and times of each transaction come
 * from the calls on its connection; what it reads and writes is said by the code, in the thread that runs the
 * transaction:
 *
 * <pre>{@code
 * var recording = RecordingDataSource.registers(dataSource).initially(account, 100);
 * …
 * recording.read(account, balance);        // when the answer is there
 * recording.write(account, balance - 10);  // before the statement is sent
 * …
 * recording.inParallel(100, () -> bank.withdraw(account, 10), () -> bank.withdraw(account, 20));
 * assertThat(recording.history()).hasContention().satisfies(SERIALIZABLE);
 * }</pre>
 *
 * <p>A transaction is what happens on a connection without autocommit, up to {@code commit} or {@code rollback}. A
 * commit that fails is aborted only if its error proves that, as in Moirai's own runs; otherwise it is indeterminate.
 * So is a transaction whose connection was closed under it. What was written since a savepoint is forgotten when the
 * transaction is rolled back to it by {@link Connection#rollback(java.sql.Savepoint)}. Transactions and savepoints that
 * are begun or ended by SQL text, such as {@code COMMIT}, are not seen.
 *
 * <p>The methods of {@link Recording} are about the connection that the thread has. If it has several that are not
 * closed, {@link #on} says which is meant. So the recording stands before a pool, not behind it: {@code
 * RecordingDataSource.lists(pool)}. Thread-safe.
 */
public final class RecordingDataSource implements ConnectionSource, Recording {

    private static final String SET_UP = "set-up";

    private final DataSource delegate;
    private final HistoryRecorder recorder;
    private final Set<TxnOfConnection> open = ConcurrentHashMap.newKeySet();

    private RecordingDataSource(DataSource delegate, HistoryRecorder recorder) {
        this.delegate = delegate;
        this.recorder = recorder;
    }

    /** Returns a data source whose keys hold lists; see {@link HistoryRecorder#lists}. */
    public static RecordingDataSource lists(DataSource delegate) {
        return new RecordingDataSource(delegate, HistoryRecorder.lists());
    }

    /** Returns a data source whose keys hold single values; see {@link HistoryRecorder#registers}. */
    public static RecordingDataSource registers(DataSource delegate) {
        return new RecordingDataSource(delegate, HistoryRecorder.registers());
    }

    /** Returns a number that was not given before, for elements and values that have to differ. */
    public int element() {
        return recorder.element();
    }

    /**
     * Returns the recording of the transaction on a connection of this data source, for threads that use several at the
     * same time.
     *
     * @throws IllegalArgumentException if the connection is closed, or of another data source
     */
    public Recording on(Connection connection) {
        return open.stream()
                .filter(candidate -> candidate.isBehind(connection))
                .findFirst()
                .map(found -> found.txn("on"))
                .orElseThrow(() -> new IllegalArgumentException(
                        connection + " is closed, or of another data source: expected one of getConnection"));
    }

    @Override
    public void append(Object key, int element) {
        ofThread("append").append(key, element);
    }

    @Override
    public void read(Object key, List<Integer> elements) {
        ofThread("read").read(key, elements);
    }

    @Override
    public void write(Object key, long value) {
        ofThread("write").write(key, value);
    }

    @Override
    public void read(Object key, long value) {
        ofThread("read").read(key, value);
    }

    @Override
    public void readInitial(Object key) {
        ofThread("readInitial").readInitial(key);
    }

    /** Returns the transaction of this thread. A guess between two of them would invent anomalies. */
    private RecordedTxn ofThread(String method) {
        List<TxnOfConnection> used =
                open.stream().filter(TxnOfConnection::isOfThisThread).toList();
        List<TxnOfConnection> inTxn =
                used.stream().filter(TxnOfConnection::hasTransactions).toList();
        if (inTxn.size() > 1) {
            throw new IllegalStateException(method + " was called by a thread with " + inTxn.size()
                    + " open connections of the RecordingDataSource: expected on(connection)." + method + "(…), which"
                    + " says whose transaction it is");
        }
        if (used.isEmpty()) {
            throw new IllegalStateException(method + " was called by a thread without a connection of the"
                    + " RecordingDataSource: expected it between getConnection and commit");
        }
        return (inTxn.isEmpty() ? used : inTxn).getFirst().txn(method);
    }

    /**
     * Records the value of a register at the beginning of the test, as a committed write of a session of its own. To be
     * called before the first transaction.
     *
     * @return this data source
     */
    public RecordingDataSource initially(Object key, long value) {
        try (RecordedTxn setUp = recorder.begin(SET_UP)) {
            setUp.write(key, value);
            setUp.committed();
        }
        return this;
    }

    /**
     * Runs calls beside each other, each a number of times in a thread of its own, and waits for all of them. A call
     * that the database aborts for its isolation (SQLSTATE 40001 or 40P01, also of a cause) is not repeated, and its
     * thread goes on with the next time.
     *
     * @param times how often each call is run; 1 or more. With few repetitions, transactions rarely overlap
     * @throws ExecutionException if a call has thrown something else, which is the cause; the other calls end before
     * @throws InterruptedException if the thread is interrupted; the calls are interrupted as well
     */
    public void inParallel(int times, Call... calls) throws ExecutionException, InterruptedException {
        if (times < 1) {
            throw new IllegalArgumentException("calls are to run " + times + " times; expected 1 or more");
        }
        if (calls.length == 0) {
            throw new IllegalArgumentException("there are no calls; expected one or more");
        }
        try (var threads = Executors.newFixedThreadPool(calls.length)) {
            var start = new CountDownLatch(calls.length);
            List<Future<Integer>> running = threads.invokeAll(Arrays.stream(calls)
                    .map(call -> repeated(times, call, start))
                    .toList());
            for (Future<Integer> ended : running) {
                ended.get();
            }
        }
    }

    private static Callable<Integer> repeated(int times, Call call, CountDownLatch start) {
        return () -> {
            start.countDown();
            start.await();
            for (int time = 0; time < times && !Thread.currentThread().isInterrupted(); time++) {
                try {
                    call.run();
                } catch (Exception thrown) {
                    if (!Ended.isConflict(thrown, List.of())) {
                        throw thrown;
                    }
                }
            }
            return times;
        };
    }

    /** Returns the history so far. Transactions that have not ended are indeterminate. */
    public History history() {
        return recorder.history();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return recorded(delegate.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return recorded(delegate.getConnection(user, password));
    }

    private Connection recorded(Connection connection) {
        var calls = new TxnOfConnection(recorder, connection, open::remove);
        open.add(calls);
        return calls.wrapped();
    }
}
