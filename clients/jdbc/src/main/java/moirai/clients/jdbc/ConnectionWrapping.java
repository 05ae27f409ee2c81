package moirai.clients.jdbc;

import java.sql.Connection;

/**
 * Puts something between sessions and their connections, such as what holds statements until their turn. It comes in
 * before the first statement, and the end of a session ends the connection behind it.
 */
@FunctionalInterface
public interface ConnectionWrapping {

    /** Nothing between them. */
    ConnectionWrapping NONE = (session, connection) -> connection;

    /**
     * What a session is to use.
     *
     * @param session its number
     * @param connection the driver's own
     */
    Connection wrap(int session, Connection connection);
}
