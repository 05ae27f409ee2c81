package moirai.exploration.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Code that uses a connection: one transaction, or several that it commits itself. The code is run many times with
 * different values read, and must be a function of these values. It may throw {@link AssertionError} if an assertion
 * does not hold.
 */
@FunctionalInterface
public interface JdbcBody {

    /**
     * Runs the code. Autocommit is off. An open transaction is committed when the code returns, and rolled back when it
     * throws.
     *
     * @return the reply to the client, which has {@code equals} and a short text
     */
    Object run(Connection connection) throws SQLException;
}
