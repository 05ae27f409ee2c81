package moirai.clients.jdbc;

import java.sql.Connection;

/**
 * Puts a layer between sessions and their connections, such as one that holds statements until their turn. The layer is
 * installed before the first statement, and the end of a session ends the connection behind it.
 */
@FunctionalInterface
public interface ConnectionWrapping {

    ConnectionWrapping NONE = (session, connection) -> connection;

    /**
     * Returns the connection that a session is to use.
     *
     * @param session its number
     * @param connection the driver's own
     */
    Connection wrap(int session, Connection connection);
}
