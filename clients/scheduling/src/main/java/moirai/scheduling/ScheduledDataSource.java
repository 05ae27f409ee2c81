package moirai.scheduling;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source for one call of an application's code: all its connections are the same one, each statement and the
 * COMMIT of which wait for their turn.
 *
 * <p>The level and whether statements commit by themselves are decided where the connection comes from: what the code
 * says about them is heard, and changes nothing. What it leaves open is committed by {@link #finish}. A ROLLBACK is not
 * held. Used by one thread at a time.
 */
public final class ScheduledDataSource implements DataSource {

    private final Connection connection;
    private final int session;
    private final TurnControl control;
    private final StatementWatch watch;
    private boolean isOver;

    /**
     * For a session of a control.
     *
     * @param connection that statements are executed on; closing it is left to whoever opened it. Where it commits each
     *     statement, COMMIT and ROLLBACK do nothing
     */
    public ScheduledDataSource(Connection connection, int session, TurnControl control, StatementWatch watch) {
        this.connection = connection;
        this.session = session;
        this.control = control;
        this.watch = watch;
    }

    /** A connection as data sources give it: the code is told that each statement commits, until it says otherwise. */
    @Override
    public Connection getConnection() {
        return JdbcProxy.of(Connection.class, new ScheduledConnection(this, connection, true));
    }

    /** A connection that is handed over in the middle of a transaction, which the caller will commit. */
    public Connection handedOver() {
        return JdbcProxy.of(Connection.class, new ScheduledConnection(this, connection, false));
    }

    @Override
    public Connection getConnection(String username, String password) {
        return getConnection();
    }

    /** Whether the transaction was committed or rolled back, or there is none. */
    public boolean isOver() throws SQLException {
        return isOver || connection.getAutoCommit();
    }

    /** Commits what is open, when it is the turn of that, and has the others wait for this session no longer. */
    public void finish() throws SQLException {
        try {
            if (!isOver()) {
                commit();
            }
        } finally {
            control.endSession(session);
        }
    }

    /** Rolls back what is open, and has the others wait for this session no longer. */
    public void giveUp() throws SQLException {
        try {
            if (!isOver() && !connection.isClosed()) {
                rollback();
            }
        } finally {
            control.endSession(session);
        }
    }

    StatementWatch watch() {
        return watch;
    }

    void commit() throws SQLException {
        if (connection.getAutoCommit()) {
            return;
        }
        if (isOver) {
            connection.commit();
            return;
        }
        isOver = true;
        Step step = Step.commit(session, 0);
        enter(step);
        try {
            connection.commit();
        } catch (SQLException failure) {
            watch.refused(failure);
            throw failure;
        } finally {
            control.leave(step);
            control.endTxn(session, 0);
        }
    }

    void rollback() throws SQLException {
        if (connection.getAutoCommit()) {
            return;
        }
        isOver = true;
        try {
            connection.rollback();
        } finally {
            control.endTxn(session, 0);
        }
    }

    private void enter(Step step) throws SQLException {
        try {
            control.enter(step);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SQLException(
                    "interrupted while " + step + " waited for its turn", HeldSession.INTERRUPTED, interrupted);
        }
    }

    /** Executes statements when it is their turn. */
    @Nullable
    Object execute(List<BoundSql> statements, HeldSession.Call call) throws Throwable {
        List<Step> steps = watch.steps(statements);
        if (steps.isEmpty()) {
            watch.begins(steps);
            return watched(call);
        }
        for (Step step : steps.subList(0, steps.size() - 1)) {
            enter(step);
            control.leave(step);
        }
        enter(steps.getLast());
        try {
            watch.begins(steps);
            return watched(call);
        } finally {
            control.leave(steps.getLast());
        }
    }

    private @Nullable Object watched(HeldSession.Call call) throws Throwable {
        try {
            return call.execute();
        } catch (SQLException failure) {
            watch.refused(failure);
            throw failure;
        }
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter writer) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return DriverManager.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("a scheduled data source logs nothing");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("a scheduled data source is no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
