package moirai.studies.tpcc.invariants;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.interception.Execution;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.programs.sql.SqlTxn;
import moirai.programs.tpcc.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * A committed transaction as its client knows it.
 *
 * @param txn with its arguments
 * @param delivered how many orders it delivered: what clause 2.7.2.3 has a delivery write to its result file
 */
public record LoggedCall(SqlTxn txn, int delivered) {

    /** Returns the call of a transaction that executed these statements, in any order. */
    public static LoggedCall of(SqlTxn txn, List<String> statements) {
        return new LoggedCall(
                txn, (int) statements.stream().filter(Delivery::isDelivered).count());
    }

    /**
     * Runs a transaction and ends it as it wants; on a connection that commits each statement, there is no end.
     *
     * @return empty if it wanted to be rolled back
     * @throws SQLException as the database raises it; the caller rolls back, and nothing is to be logged
     */
    public static Optional<LoggedCall> run(SqlTxn txn, Connection connection) throws SQLException {
        var statements = new ArrayList<String>();
        Connection noted = Interception.of(connection, new Interceptor() {
            @Override
            public @Nullable Object onExecution(Execution execution) throws SQLException {
                statements.add(execution.sql());
                return execution.proceed();
            }
        });
        boolean commits = txn.run(noted).commits();
        if (!connection.getAutoCommit()) {
            if (commits) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }
        return commits ? Optional.of(of(txn, statements)) : Optional.empty();
    }
}
