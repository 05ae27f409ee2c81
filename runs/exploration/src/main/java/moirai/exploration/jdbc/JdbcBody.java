package moirai.exploration.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Code that uses a connection: one transaction, or several that it commits itself. It is run many times, with other
 * values read, and must be a function of what it reads. It may throw {@link AssertionError} where it sees what must not
 * be.
 */
@FunctionalInterface
public interface JdbcBody {

    /**
     * Runs the code. Autocommit is off; what is left open is committed, or rolled back if something is thrown.
     *
     * @return what the client is told; has {@code equals} and a short text
     */
    Object run(Connection connection) throws SQLException;
}
