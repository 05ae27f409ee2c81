package moirai.reenactment.databases;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import moirai.clients.Endpoint;
import moirai.interception.ConnectionSource;

/** A data source that opens a new connection to an endpoint each time. */
record EndpointSource(Endpoint endpoint) implements ConnectionSource {

    @Override
    public Connection getConnection() throws SQLException {
        return endpoint.user().isEmpty()
                ? DriverManager.getConnection(endpoint.url())
                : DriverManager.getConnection(endpoint.url(), endpoint.user(), endpoint.password());
    }
}
