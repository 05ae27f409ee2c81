package moirai.clients.jdbc;

import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.tables.ListStorage;

/**
 * What the sessions of one run have in common.
 *
 * @param dialect the database's, with the level that sessions ask for
 * @param sessions how many are open at once, at most
 * @param timeoutSeconds after which a connection that gives no answer counts as lost
 * @param wrapping what stands between a session and its connection
 */
public record JdbcOptions(
        Dialect dialect, ListStorage storage, int sessions, int timeoutSeconds, ConnectionWrapping wrapping) {

    /** Longer than any wait for a lock in a workload of short transactions, short enough for a run of a minute. */
    public static final int TIMEOUT_SECONDS_DEFAULT = 10;

    public JdbcOptions {
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1, not " + sessions);
        }
        if (timeoutSeconds < 1) {
            throw new IllegalArgumentException("the timeout must be at least 1 s, not " + timeoutSeconds + " s");
        }
    }

    /** Sessions that use their connections as they are. */
    public JdbcOptions(Dialect dialect, ListStorage storage, int sessions, int timeoutSeconds) {
        this(dialect, storage, sessions, timeoutSeconds, ConnectionWrapping.NONE);
    }

    /** The same with something between a session and its connection. */
    public JdbcOptions with(ConnectionWrapping other) {
        return new JdbcOptions(dialect, storage, sessions, timeoutSeconds, other);
    }

    /** PostgreSQL at this level, with lists and timeouts as usual. */
    public static JdbcOptions of(SqlIsolation isolation, int sessions) {
        return new JdbcOptions(new PostgresDialect(isolation), ListStorage.DEFAULT, sessions, TIMEOUT_SECONDS_DEFAULT);
    }
}
