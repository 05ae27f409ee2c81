package moirai.junit.recording;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.function.Consumer;
import moirai.history.Outcome;
import moirai.interception.Execution;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import moirai.junit.databases.Dialects;
import org.jspecify.annotations.Nullable;

/** The transactions on one connection, one after the other. For one thread at a time, as the connection is. */
final class TxnOfConnection implements Interceptor {

    private final HistoryRecorder recorder;

    private final Connection connection;
    private final Consumer<TxnOfConnection> onClose;
    private final Connection wrapped;

    /** The thread that has got the connection, or has used it last. */
    private volatile Thread user = Thread.currentThread();

    private Optional<RecordedTxn> open = Optional.empty();

    /** The savepoints of the open transaction, by identity, each with the number of ops before it. */
    private final IdentityHashMap<Object, Integer> savepoints = new IdentityHashMap<>();

    /** Set if a part of the transaction was undone, and nobody said which. */
    private boolean isPartlyUndone;

    TxnOfConnection(HistoryRecorder recorder, Connection connection, Consumer<TxnOfConnection> onClose) {
        this.recorder = recorder;
        this.connection = connection;
        this.onClose = onClose;
        this.wrapped = Interception.of(connection, this);
    }

    /** Returns the connection for the code under test. */
    Connection wrapped() {
        return wrapped;
    }

    /** Returns whether a connection is the wrapped one, or one that something has wrapped around it. */
    @SuppressWarnings("ReferenceEquality") // A wrapper is equal to itself alone.
    boolean isBehind(Connection given) {
        try {
            return given == wrapped || (!given.isClosed() && given.unwrap(Connection.class) == wrapped);
        } catch (SQLException other) {
            return false;
        }
    }

    boolean isOfThisThread() {
        return Thread.currentThread().equals(user);
    }

    /** Returns whether statements are parts of transactions, and none by itself. */
    boolean hasTransactions() {
        try {
            return open.isPresent() || !connection.getAutoCommit();
        } catch (SQLException lost) {
            return false;
        }
    }

    /** Returns the transaction that goes on, or begins it. */
    RecordedTxn txn(String method) {
        if (!hasTransactions()) {
            throw new IllegalStateException(method + " was called on a connection with autocommit, where each"
                    + " statement is a transaction: expected setAutoCommit(false) first");
        }
        return begun();
    }

    private RecordedTxn begun() {
        RecordedTxn txn = open.orElseGet(() -> recorder.begin(session()));
        open = Optional.of(txn);
        return txn;
    }

    /** Returns the thread; for a second transaction at the same time, the connection, as a client of its own. */
    private Object session() {
        Thread thread = Thread.currentThread();
        return recorder.isOpen(thread) ? this : thread;
    }

    @Override
    public @Nullable Object onExecution(Execution execution) throws SQLException {
        user = Thread.currentThread();
        if (open.isEmpty() && !connection.getAutoCommit()) {
            begun();
        }
        return execution.proceed();
    }

    @Override
    public @Nullable Object onConnection(JdbcCall call) throws SQLException {
        return switch (call.name()) {
            case "commit" -> commit(call);
            case "setSavepoint" -> savepoint(call);
            case "setAutoCommit" -> setAutoCommit(call);
            case "rollback" -> call.argumentCount() == 0 ? rollback(call) : undo(call);
            case "close", "abort" -> close(call);
            default -> call.proceed();
        };
    }

    private @Nullable Object commit(JdbcCall call) throws SQLException {
        try {
            Object answer = call.proceed();
            end(isPartlyUndone ? new Outcome.Indeterminate("savepoint") : new Outcome.Committed());
            return answer;
        } catch (SQLException failed) {
            end(Dialects.ofFailedCommit(connection, failed));
            throw failed;
        } catch (RuntimeException unknown) {
            end(new Outcome.Indeterminate("none"));
            throw unknown;
        }
    }

    /** Commits, if it changes the mode: so JDBC has it. */
    private @Nullable Object setAutoCommit(JdbcCall call) throws SQLException {
        boolean isOn = Boolean.TRUE.equals(call.argument(0).orElse(false));
        return isOn && open.isPresent() ? commit(call) : call.proceed();
    }

    /** Rolls back. Even if that fails no commit was sent, and a database rolls back what it loses. */
    private @Nullable Object rollback(JdbcCall call) throws SQLException {
        try {
            return call.proceed();
        } finally {
            end(new Outcome.Aborted("rollback"));
        }
    }

    private @Nullable Object savepoint(JdbcCall call) throws SQLException {
        Object savepoint = call.proceed();
        savepoints.put(savepoint, open.map(RecordedTxn::opCount).orElse(0));
        return savepoint;
    }

    /** Rolls back to a savepoint. If that fails, the database knows how much is undone, and nobody else. */
    private @Nullable Object undo(JdbcCall call) throws SQLException {
        Optional<Integer> place = call.argument(0).map(savepoints::get);
        try {
            Object answer = call.proceed();
            open.ifPresent(txn -> place.ifPresentOrElse(txn::undoSince, () -> isPartlyUndone = true));
            return answer;
        } catch (SQLException | RuntimeException failed) {
            isPartlyUndone = true;
            throw failed;
        }
    }

    /** Closes. Whether that commits is the driver's or the pool's decision. */
    private @Nullable Object close(JdbcCall call) throws SQLException {
        try {
            return call.proceed();
        } finally {
            end(new Outcome.Indeterminate("closed"));
            onClose.accept(this);
        }
    }

    private void end(Outcome outcome) {
        open.ifPresent(txn -> txn.end(outcome));
        open = Optional.empty();
        isPartlyUndone = false;
        savepoints.clear();
    }
}
