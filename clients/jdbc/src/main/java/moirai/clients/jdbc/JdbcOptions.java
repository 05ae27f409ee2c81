package moirai.clients.jdbc;

import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.tables.ListStorage;

/**
 * The options that the sessions of one run share.
 *
 * @param dialect the database's, with the level that sessions ask for
 * @param sessions how many are open at once, at most
 * @param timeoutSeconds after which a connection that gives no answer counts as lost
 * @param wrapping the layer between a session and its connection
 */
public record JdbcOptions(
        Dialect dialect, ListStorage storage, int sessions, int timeoutSeconds, ConnectionWrapping wrapping) {

    /**
     * The default time-out: longer than any wait for a lock in a workload of short transactions, short enough for a run
     * of a minute.
     */
    public static final int TIMEOUT_SECONDS_DEFAULT = 10;

    public JdbcOptions {
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1, not " + sessions);
        }
        if (timeoutSeconds < 1) {
            throw new IllegalArgumentException("the timeout must be at least 1 s, not " + timeoutSeconds + " s");
        }
    }

    /** Makes options for sessions that use their connections without a layer. */
    public JdbcOptions(Dialect dialect, ListStorage storage, int sessions, int timeoutSeconds) {
        this(dialect, storage, sessions, timeoutSeconds, ConnectionWrapping.NONE);
    }
}
