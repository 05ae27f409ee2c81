package moirai.programs.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.history.Seed;

/**
 * One session of a program: draws transactions and runs them. What the database aborted because of a conflict is tried
 * again, as real applications do, and leaves no trace in what the session believes; only acknowledged commits count.
 */
final class ProgramSession implements AutoCloseable {

    /**
     * A transaction that conflicts so often is given up: at the weak serializable level a stale view may be drawn
     * often.
     */
    private static final int ATTEMPTS_MAX = 100;

    private final SqlProgram program;
    private final Connection connection;
    private final Draws draws;

    private long committed;
    private long rolledBack;
    private long refused;
    private long conflicts;
    private long abandoned;
    private BigDecimal brought = BigDecimal.ZERO;

    ProgramSession(SqlProgram program, Connection connection, Seed seed, int number) {
        this.program = program;
        this.connection = connection;
        this.draws = new Draws(seed, number);
    }

    /** Runs the next transaction to its end. */
    void step() throws SQLException {
        SqlTxn txn = draws.kind(program.transactions()).draw().apply(draws);
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            if (attempt(txn)) {
                return;
            }
        }
        abandoned++;
    }

    /** False if the database aborted it. */
    private boolean attempt(SqlTxn txn) throws SQLException {
        try {
            Effect effect = txn.run(connection);
            if (effect.commits()) {
                connection.commit();
                committed++;
                brought = brought.add(effect.brought());
            } else {
                connection.rollback();
                rolledBack++;
            }
            return true;
        } catch (SQLException e) {
            connection.rollback();
            String state = String.valueOf(e.getSQLState());
            if (state.startsWith("40")) {
                conflicts++;
                return false;
            }
            if (state.startsWith("23")) {
                refused++;
                return true;
            }
            throw new SQLException(txn + ": " + e.getMessage(), e.getSQLState(), e);
        }
    }

    TxnCounts counts() {
        return new TxnCounts(committed, rolledBack, refused, conflicts, abandoned);
    }

    /** Money that committed transactions say they brought. */
    BigDecimal brought() {
        return brought;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
