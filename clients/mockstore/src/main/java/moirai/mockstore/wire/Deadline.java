package moirai.mockstore.wire;

import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.control.Milliseconds;
import moirai.mockstore.wire.sessions.Backend;

/**
 * The time that a session's settings leave it: for a statement, or for the client's next message in a transaction. The
 * store itself limits the time for a lock.
 */
final class Deadline implements AutoCloseable {

    /** The error of PostgreSQL for each time that may be over. */
    private enum Reason {
        STATEMENT("statement_timeout", "57014", "canceling statement due to statement timeout"),
        IDLE(
                "idle_in_transaction_session_timeout",
                "25P03",
                "terminating connection due to idle-in-transaction timeout");

        private final String setting;
        private final String sqlState;
        private final String message;

        Reason(String setting, String sqlState, String message) {
            this.setting = setting;
            this.sqlState = sqlState;
            this.message = message;
        }

        int millis(SqlSession session) {
            return Milliseconds.of(setting, session.setting(setting));
        }

        StoreException failure() {
            return new StoreException(sqlState, message);
        }
    }

    private final AtomicReference<Reason> passed = new AtomicReference<>();
    private Optional<Future<?>> timer = Optional.empty();

    private Deadline() {}

    /** Begins the time of a statement, which is cancelled when it is over. */
    static Deadline ofStatement(SqlSession session, Connection connection, Backend backend) {
        int millis = Reason.STATEMENT.millis(session);
        return new Deadline().begin(Reason.STATEMENT, millis, connection, backend::cancel);
    }

    /** Begins the time for the client's next message in a transaction; the session's thread is interrupted then. */
    static Deadline ofIdleness(SqlSession session, Connection connection) {
        int millis = session.status() == SqlSession.Status.IDLE ? 0 : Reason.IDLE.millis(session);
        return new Deadline().begin(Reason.IDLE, millis, connection, Thread.currentThread()::interrupt);
    }

    private Deadline begin(Reason reason, int millis, Connection connection, Runnable action) {
        if (millis > 0) {
            timer = Optional.of(connection.after(millis, () -> {
                passed.set(reason);
                action.run();
            }));
        }
        return this;
    }

    /** Returns whether the time is over. */
    boolean isOver() {
        return passed.get() != null;
    }

    /** Returns the error of a statement that was interrupted, by what interrupted it. */
    StoreException explain(StoreException failure) {
        Reason reason = passed.get();
        return reason != null && failure.sqlState().equals("57014") ? reason.failure() : failure;
    }

    /** Returns the error of a session that ends because the time is over. */
    StoreException failure() {
        return passed.get().failure();
    }

    @Override
    public void close() {
        timer.ifPresent(running -> running.cancel(false));
    }
}
