package moirai.clients.jdbc.dialects;

import java.sql.DriverManager;
import java.sql.SQLException;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;

/**
 * A database in memory that ends on request.
 *
 * @param closed the SQL state with which it may answer the request, because it is closed already
 */
record ShutDownDatabase(Endpoint endpoint, String closed) implements EmbeddedDatabase {

    @Override
    public void close() {
        try (var connection = DriverManager.getConnection(endpoint.url(), endpoint.user(), endpoint.password());
                var statement = connection.createStatement()) {
            statement.execute("SHUTDOWN IMMEDIATELY");
        } catch (SQLException e) {
            if (!closed.equals(e.getSQLState())) {
                throw new ClientException("cannot remove " + endpoint + ": " + e.getMessage(), e);
            }
        }
    }
}
