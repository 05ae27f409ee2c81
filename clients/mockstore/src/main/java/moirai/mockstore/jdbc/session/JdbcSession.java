package moirai.mockstore.jdbc.session;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import moirai.mockstore.jdbc.facade.Refusals;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;

/**
 * A session of the database with JDBC's transactions: with autocommit off, the first statement after a commit or
 * rollback begins the next transaction.
 */
final class JdbcSession {

    private final SqlDatabase database;
    private final SqlSession session;

    private boolean autocommit = true;

    /** True after the connection was closed, which other threads may do. */
    private volatile boolean closed;

    JdbcSession(SqlDatabase database) {
        this.database = database;
        this.session = database.session();
    }

    SqlDatabase database() {
        return database;
    }

    SqlSession session() {
        return session;
    }

    /** Returns who is told of calls that the driver does not support. */
    Refusals refusals() {
        return session::refused;
    }

    boolean isClosed() {
        return closed;
    }

    void requireOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(SqlErrors.CONNECTION_CLOSED, "the connection is closed");
        }
    }

    /** Closes the session and aborts its pending transaction. */
    void close() {
        if (!closed) {
            closed = true;
            session.close();
        }
    }

    boolean isAutocommit() {
        return autocommit;
    }

    /** Switches autocommit on or off; a change commits the pending transaction, as JDBC requires. */
    void setAutocommit(boolean wanted) throws SQLException {
        if (wanted != autocommit) {
            commit();
            autocommit = wanted;
        }
    }

    boolean isInTxn() {
        return session.status() != SqlSession.Status.IDLE;
    }

    /** Returns the statements of a script; each has to be prepared just before it is executed. */
    List<String> split(String sql) {
        return session.split(sql);
    }

    /** Prepares a statement. The engine caches prepared statements until definitions change. */
    PreparedSql prepare(String sql) {
        return session.prepare(sql);
    }

    SqlResult execute(String sql) {
        return execute(prepare(sql), List.of());
    }

    SqlResult execute(PreparedSql statement, List<Object> parameters) {
        if (!autocommit && !isInTxn() && !controlsTxn(statement.sql())) {
            session.execute("BEGIN");
        }
        return session.execute(statement, parameters);
    }

    /** Returns whether the statement itself begins or ends a transaction. */
    private static boolean controlsTxn(String sql) {
        String[] words = sql.strip().split("\\W", 2);
        return switch (words[0].toUpperCase(Locale.ROOT)) {
            case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT" -> true;
            default -> false;
        };
    }

    /** Begins a transaction although autocommit is on; returns false if a transaction was pending already. */
    boolean begin() {
        if (isInTxn()) {
            return false;
        }
        session.execute("BEGIN");
        return true;
    }

    /**
     * Commits the pending transaction, if there is one.
     *
     * @throws SQLException if it failed before, so that it was rolled back instead (SQLSTATE 25P02)
     */
    void commit() throws SQLException {
        if (isInTxn() && session.execute("COMMIT").tag().equals("ROLLBACK")) {
            throw SqlErrors.of(
                    SqlErrors.FAILED_TXN,
                    "the transaction was rolled back instead of committed, for one of its statements had failed");
        }
    }

    void rollBack() {
        if (isInTxn()) {
            session.execute("ROLLBACK");
        }
    }
}
