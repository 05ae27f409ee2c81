package moirai.junit.properties;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/**
 * The waits of one connection for locks, which are made short where it is known how.
 *
 * @param restoration the statement that undoes what was changed; empty if nothing was
 * @param queryTimeoutSeconds the time limit of a statement, if that ends its wait; otherwise 0
 */
record LockWaits(String restoration, int queryTimeoutSeconds) {

    /** Makes the waits of a connection short. */
    static LockWaits shortened(Connection connection, Statement statement) throws SQLException {
        return switch (connection.getMetaData().getDatabaseProductName()) {
            case "H2" -> {
                String before = value(statement, "CALL LOCK_TIMEOUT()");
                statement.execute("SET LOCK_TIMEOUT 1");
                yield new LockWaits("SET LOCK_TIMEOUT " + before, 0);
            }
            // Neither RESET nor DEFAULT is what a pool may have set in its connections.
            case "PostgreSQL" -> {
                String before = value(statement, "SELECT current_setting('lock_timeout')");
                statement.execute("SET lock_timeout = 20");
                yield new LockWaits("SET lock_timeout = '" + before + "'", 0);
            }
            case "MariaDB" -> {
                String before = value(statement, "SELECT @@SESSION.innodb_lock_wait_timeout");
                statement.execute("SET SESSION innodb_lock_wait_timeout = 0");
                yield new LockWaits("SET SESSION innodb_lock_wait_timeout = " + before, 0);
            }
            // A session that waits keeps its own monitor, for which Statement.cancel, Connection.abort and close wait.
            case "HSQL Database Engine" -> new LockWaits("", 1);
            default -> new LockWaits("", 0);
        };
    }

    private static String value(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return Objects.requireNonNull(rows.getString(1));
        }
    }

    /** Returns the time after which a call is broken off: not before the database has had the time to do so. */
    long blockedMillis(long wanted) {
        return Math.max(wanted, 3_000L * queryTimeoutSeconds);
    }

    /** Limits the time of a statement. */
    void limit(Statement statement) throws SQLException {
        if (queryTimeoutSeconds > 0) {
            statement.setQueryTimeout(queryTimeoutSeconds);
        }
    }

    /** Gives a connection, which may be one of a pool, its own waits back. */
    void restore(Connection connection, Statement statement) throws SQLException {
        if (!restoration.isEmpty()) {
            statement.execute(restoration);
            connection.commit();
        }
    }
}
