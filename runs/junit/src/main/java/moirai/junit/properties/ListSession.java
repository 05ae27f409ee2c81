package moirai.junit.properties;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.junit.databases.Dialects;
import moirai.junit.databases.Restoring;

/** A session: one connection, with at most one open transaction. */
final class ListSession {

    /** The cause of an abort by a step that was broken off, since it waited for a lock. */
    static final String BLOCKED = "blocked";

    /** Work on the connection. */
    @FunctionalInterface
    private interface Work {

        Outcome run(Statement statement) throws SQLException;
    }

    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final Outcome ROLLED_BACK = new Outcome.Aborted("client");

    private final int number;
    private final ListSql sql;
    private final Connection connection;
    private final LockWaits waits;
    private final BoundedCalls calls;
    private final List<Op> ops = new ArrayList<>();
    private long begin;
    private boolean isActive;
    private boolean isOver;
    /** Set when the connection was aborted while it was in use, which closes it too. */
    private boolean isLost;

    private Optional<Txn> ended = Optional.empty();

    private ListSession(int number, ListSql sql, Connection connection, LockWaits waits, BoundedCalls calls) {
        this.number = number;
        this.sql = sql;
        this.connection = connection;
        this.waits = waits;
        this.calls = calls;
    }

    /**
     * Opens a connection.
     *
     * @throws IllegalStateException if the lists cannot be read over this connection
     */
    static ListSession open(ListActions actions, ListSql sql, int number) {
        try {
            Connection connection = new Restoring(actions.dataSource()).getConnection();
            try {
                connection.setAutoCommit(false);
                if (actions.isolation() != ListActions.AS_IT_IS) {
                    connection.setTransactionIsolation(actions.isolation());
                }
                LockWaits waits = readyWaits(connection, sql);
                var calls = new BoundedCalls(waits.blockedMillis(actions.blockedMillis()));
                return new ListSession(number, sql, connection, waits, calls);
            } catch (SQLException | RuntimeException failed) {
                try (connection) {
                    throw failed;
                }
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(
                    "session " + number + " cannot read the lists: " + failed.getMessage()
                            + "; the data source has to give each session a connection of its own to one database",
                    failed);
        }
    }

    /** Makes the waits short, and tries whether the lists can be read. */
    private static LockWaits readyWaits(Connection connection, ListSql sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            LockWaits waits = LockWaits.shortened(connection, statement);
            try {
                waits.limit(statement);
                statement.executeQuery(sql.read(0)).close();
                connection.commit();
                return waits;
            } catch (SQLException | RuntimeException failed) {
                connection.rollback();
                waits.restore(connection, statement);
                throw failed;
            }
        }
    }

    void read(int key, long time) {
        begin(time);
        ops.add(Op.Read.planned(key));
        step(time, statement -> {
            try (ResultSet rows = statement.executeQuery(sql.read(key))) {
                if (!rows.next()) {
                    throw new IllegalStateException("list " + key + " is not in table " + sql.table());
                }
                Elements found = ListSql.elements(Objects.requireNonNull(rows.getString(1)));
                ops.set(ops.size() - 1, new Op.Read(key, found));
                return COMMITTED;
            }
        });
    }

    void append(int key, int element, long time) {
        begin(time);
        ops.add(new Op.Append(key, element));
        step(time, statement -> {
            int rows = statement.executeUpdate(sql.append(key, element));
            return rows == 1 ? COMMITTED : new Outcome.Aborted("no row was written");
        });
    }

    private void begin(long time) {
        if (!isActive) {
            isActive = true;
            begin = time;
            ops.clear();
        }
    }

    /** Takes a step in the open transaction, which ends if the step fails. */
    private void step(long time, Work work) {
        Outcome outcome = call(work, false);
        if (!outcome.equals(COMMITTED)) {
            undo();
            end(outcome, time);
        }
    }

    void commit(long time) {
        if (isActive) {
            Outcome outcome = call(
                    statement -> {
                        connection.commit();
                        return COMMITTED;
                    },
                    true);
            if (outcome instanceof Outcome.Aborted) {
                undo();
            }
            isOver |= outcome.isIndeterminate();
            end(outcome, time);
        }
    }

    void rollBack(long time) {
        if (isActive) {
            undo();
            end(ROLLED_BACK, time);
        }
    }

    private void undo() {
        Outcome outcome = call(
                statement -> {
                    connection.rollback();
                    return COMMITTED;
                },
                false);
        isOver |= !outcome.equals(COMMITTED);
    }

    /** Runs work in a limited time, and returns what its failure proves. */
    private Outcome call(Work work, boolean isCommit) {
        try {
            // Whoever closes a statement that still runs may wait for it.
            Statement statement = connection.createStatement();
            waits.limit(statement);
            Outcome outcome = calls.call(() -> work.run(statement), statement, connection);
            statement.close();
            return outcome;
        } catch (BoundedCalls.BlockedException blocked) {
            isLost |= blocked.isConnectionLost();
            isOver |= isLost;
            return isCommit ? new Outcome.Indeterminate(BLOCKED) : new Outcome.Aborted(BLOCKED);
        } catch (SQLException failed) {
            return isCommit
                    ? Dialects.ofFailedCommit(connection, failed)
                    : new Outcome.Aborted(Objects.requireNonNullElse(failed.getSQLState(), "none"));
        }
    }

    private void end(Outcome outcome, long time) {
        isActive = false;
        ended = Optional.of(new Txn(number, ops, outcome, begin, time));
    }

    /** Returns the transaction that has ended since the last call. */
    Optional<Txn> takeEnded() {
        Optional<Txn> taken = ended;
        ended = Optional.empty();
        return taken;
    }

    boolean isActive() {
        return isActive;
    }

    /** Returns whether the connection can no longer be used. */
    boolean isOver() {
        return isOver;
    }

    /** Gives the connection back; may be called again. */
    void close() {
        calls.close();
        if (isLost) {
            return;
        }
        try (connection;
                Statement statement = connection.createStatement()) {
            connection.rollback();
            waits.restore(connection, statement);
        } catch (SQLException | RuntimeException alreadyLost) {
            isOver = true;
        }
    }
}
