package moirai.clients.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that a session has for itself, for its whole life.
 *
 * @param open all of the factory's that are open, so that it can close what sessions leave
 */
record Lease(Connection connection, Set<Connection> open) {

    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

    Lease {
        open.add(connection);
    }

    /** Ends the connection; does nothing the second time. */
    void end() {
        if (open.remove(connection)) {
            closeQuietly(connection);
        }
    }

    static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // It broke before, and then the server has noticed or will.
            LOG.debug("a connection did not close", e);
        }
    }
}
