package moirai.reenactment.databases;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import moirai.clients.Endpoint;
import org.jspecify.annotations.Nullable;

/** Connections to an endpoint, a new one each time. */
record EndpointSource(Endpoint endpoint) implements DataSource {

    @Override
    public Connection getConnection() throws SQLException {
        return endpoint.user().isEmpty()
                ? DriverManager.getConnection(endpoint.url())
                : DriverManager.getConnection(endpoint.url(), endpoint.user(), endpoint.password());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("this is no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
