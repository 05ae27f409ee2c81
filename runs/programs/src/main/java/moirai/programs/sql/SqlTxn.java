package moirai.programs.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * One transaction with its arguments. Printing it says both.
 */
@FunctionalInterface
public interface SqlTxn {

    /**
     * Executes the statements; the caller commits or rolls back as the effect says.
     *
     * @param connection with a transaction open, or about to begin with the first statement
     * @throws SQLException as the database raises it; the caller rolls back
     */
    Effect run(Connection connection) throws SQLException;
}
