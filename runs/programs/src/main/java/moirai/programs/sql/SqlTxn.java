package moirai.programs.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** A transaction with its arguments, both of which {@code toString} returns. */
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
