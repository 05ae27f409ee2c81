package moirai.scheduling;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import moirai.interception.ConnectionSource;
import moirai.interception.Execution;
import moirai.interception.Interception;
import org.jspecify.annotations.Nullable;

/**
 * A data source for one call of an application's code. All its connections are the same one, and each statement and
 * COMMIT on it waits for its turn.
 *
 * <p>The owner of the connection decides the isolation level and autocommit; the code may set them, which changes
 * nothing, unless the code has its {@linkplain #withOwnBoundaries own boundaries}. {@link #finish} commits a
 * transaction that the code leaves open. A ROLLBACK is not held. Used by one thread at a time.
 */
public final class ScheduledDataSource implements ConnectionSource {

    private final Connection connection;
    private final int session;
    private final TurnControl control;
    private final StatementWatch watch;
    private boolean hasOwnBoundaries;
    private boolean isOver;

    /** Whether a statement was executed since the last COMMIT or ROLLBACK. */
    private boolean isOpen;

    /** Whether one of those statements changed rows. */
    private boolean hasWritten;

    /** The number of connections that the code has opened and not closed. */
    private int opened;

    /**
     * Makes the data source of one session of a control.
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

    /**
     * Lets the code decide the isolation level, and where transactions end: on a connection that it opens, each
     * statement is committed by itself until the code turns that off. Returns this source.
     */
    public ScheduledDataSource withOwnBoundaries() {
        hasOwnBoundaries = true;
        return this;
    }

    boolean hasOwnBoundaries() {
        return hasOwnBoundaries;
    }

    /** Returns a connection as data sources give it: the code sees autocommit on until it turns it off. */
    @Override
    public Connection getConnection() {
        opened++;
        if (hasOwnBoundaries) {
            watch.opens(opened);
        }
        return Interception.of(connection, new ScheduledConnection(this, connection, true));
    }

    /** Returns a connection that is handed over in the middle of a transaction, which the caller will commit. */
    public Connection handedOver() {
        return Interception.of(connection, new ScheduledConnection(this, connection, false));
    }

    /** Returns whether the transaction was committed or rolled back, or there is none. */
    public boolean isOver() throws SQLException {
        return isOver || connection.getAutoCommit();
    }

    /** Commits an open transaction when its turn has come, and lets the others wait for this session no longer. */
    public void finish() throws SQLException {
        try {
            if (!isOver()) {
                commit();
            }
        } finally {
            control.endSession(session);
        }
    }

    /** Rolls back an open transaction, and lets the others wait for this session no longer. */
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
            end();
            return;
        }
        isOver = true;
        Step step = Step.commit(session, 0);
        HeldSession.enter(control, step);
        try {
            end();
        } catch (SQLException failure) {
            watch.refused(failure);
            if (isOpen) {
                isOpen = false;
                watch.undone();
            }
            throw failure;
        } finally {
            control.leave(step);
            control.endTxn(session, 0);
        }
    }

    /**
     * Notes that the code closes a connection. Databases roll back what it wrote there and did not commit; what it only
     * read is left for {@link #finish}.
     */
    void closed() throws SQLException {
        opened--;
        if (hasOwnBoundaries && isOpen && hasWritten) {
            rollback();
        }
    }

    void changed(long rows) {
        hasWritten |= rows > 0;
    }

    /** Commits a statement that is a transaction by itself; it had its turn. */
    void commitStatement() throws SQLException {
        if (!connection.getAutoCommit()) {
            end();
        }
    }

    private void end() throws SQLException {
        connection.commit();
        isOpen = false;
        hasWritten = false;
        watch.committed();
    }

    void rollback() throws SQLException {
        if (connection.getAutoCommit()) {
            return;
        }
        isOver = true;
        try {
            connection.rollback();
            if (isOpen) {
                isOpen = false;
                hasWritten = false;
                watch.undone();
            }
        } finally {
            control.endTxn(session, 0);
        }
    }

    /** Executes statements when their turn has come. */
    @Nullable
    Object execute(Execution execution) throws SQLException {
        List<Step> steps = watch.steps(execution.statements());
        if (steps.isEmpty()) {
            watch.begins(steps);
            return watched(execution);
        }
        for (Step step : steps.subList(0, steps.size() - 1)) {
            HeldSession.enter(control, step);
            control.leave(step);
        }
        HeldSession.enter(control, steps.getLast());
        try {
            watch.begins(steps);
            return watched(execution);
        } finally {
            control.leave(steps.getLast());
        }
    }

    private @Nullable Object watched(Execution execution) throws SQLException {
        isOpen = true;
        try {
            return execution.proceed();
        } catch (SQLException failure) {
            watch.refused(failure);
            throw failure;
        }
    }
}
