package moirai.programs.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.history.Seed;

/**
 * A session of a program, which draws transactions and runs them. A transaction that the database aborts because of a
 * conflict is tried again, as real applications do. Only acknowledged commits count.
 */
final class ProgramSession implements AutoCloseable {

    /**
     * The maximal number of attempts of a transaction. It is high because the weak serializable level often draws a
     * stale view.
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

    /** Runs a transaction; returns false if the database aborted it. */
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

    /** Returns the money that committed transactions say they brought. */
    BigDecimal brought() {
        return brought;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
