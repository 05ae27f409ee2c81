package moirai.junit.recording;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.sql.DataSource;
import moirai.history.History;
import moirai.interception.ConnectionSource;
import moirai.interception.Interception;

/**
 * A data source that records the transactions of code under test. Begin, outcome and times of each transaction come from
 * the calls on its connection; what it reads and writes is said by the code, in the thread that runs the transaction:
 *
 * <pre>{@code
 * var recording = RecordingDataSource.registers(dataSource);
 * …
 * recording.read(account, balance);        // when the answer is there
 * recording.wrote(account, balance - 10);  // before or behind the statement, but before the commit
 * …
 * assertThat(recording.history()).satisfies(SERIALIZABLE);
 * }</pre>
 *
 * <p>A transaction is what happens on a connection without autocommit, up to {@code commit} or {@code rollback}. A commit
 * that fails is aborted only if its error proves that, as in Moirai's own runs; otherwise it is indeterminate. So is a
 * transaction that was rolled back to a savepoint, or whose connection was closed under it. Transactions that are begun
 * or ended by SQL text, such as {@code COMMIT}, are not seen.
 *
 * <p>The code speaks of the connection that its thread has used last. Thread-safe.
 */
public final class RecordingDataSource implements ConnectionSource {

    private final DataSource delegate;
    private final HistoryRecorder recorder;
    private final Map<Thread, TxnOfConnection> current = new ConcurrentHashMap<>();

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

    /** Records that this thread's transaction appends to a list. */
    public void appended(Object key, int element) {
        record("appended", txn -> txn.append(key, element));
    }

    /** Records that this thread's transaction has read a list with these elements, the oldest first. */
    public void read(Object key, List<Integer> elements) {
        record("read", txn -> txn.read(key, elements));
    }

    /** Records that this thread's transaction writes a value. */
    public void wrote(Object key, long value) {
        record("wrote", txn -> txn.write(key, value));
    }

    /** Records that this thread's transaction has read a value. */
    public void read(Object key, long value) {
        record("read", txn -> txn.read(key, value));
    }

    /** Records that this thread's transaction has found a value as it was before all writes. */
    public void readInitial(Object key) {
        record("readInitial", txn -> txn.readInitial(key));
    }

    private void record(String method, Consumer<RecordedTxn> op) {
        TxnOfConnection used = current.get(Thread.currentThread());
        if (used == null) {
            throw new IllegalStateException(method + " was called by a thread without a connection of the"
                    + " RecordingDataSource: expected it between getConnection and commit");
        }
        op.accept(used.txn(method));
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
        var calls = new TxnOfConnection(this, recorder, connection);
        used(calls);
        return Interception.of(connection, calls);
    }

    /** Makes a connection the one that its thread speaks of. */
    void used(TxnOfConnection connection) {
        current.put(Thread.currentThread(), connection);
    }

    /** Forgets a connection that was closed, perhaps by another thread. */
    void closed(TxnOfConnection connection) {
        current.values().remove(connection);
    }
}
