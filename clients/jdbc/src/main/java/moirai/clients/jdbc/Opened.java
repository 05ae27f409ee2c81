package moirai.clients.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import moirai.interception.ConnectionSource;

/** A data source of one connection, which is open already. */
final class Opened implements ConnectionSource {

    private final Connection connection;
    private final AtomicBoolean isTaken = new AtomicBoolean();

    Opened(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (isTaken.getAndSet(true)) {
            throw new SQLException("the only connection is taken");
        }
        return connection;
    }
}
