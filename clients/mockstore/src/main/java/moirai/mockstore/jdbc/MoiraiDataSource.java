package moirai.mockstore.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.metadata.MetaData;
import moirai.mockstore.jdbc.session.Connections;
import moirai.mockstore.jdbc.session.Origin;
import moirai.mockstore.sql.SqlDatabase;
import org.jspecify.annotations.Nullable;

/** A data source that opens connections to one store, each with a session of its own. */
public final class MoiraiDataSource implements DataSource {

    private final SqlDatabase database;
    private final Origin origin;
    private @Nullable PrintWriter log;
    private int loginTimeoutSeconds;

    private MoiraiDataSource(SqlDatabase database, Origin origin) {
        this.database = database;
        this.origin = origin;
    }

    /**
     * Returns a data source for a store that the caller holds. No URL leads to this store, which lives as long as it is
     * referenced.
     */
    public static MoiraiDataSource of(SqlDatabase database) {
        return new MoiraiDataSource(database, new Origin("moirai", DatabaseUrl.PREFIX + "of-a-program", "moirai"));
    }

    /**
     * Returns a data source for the store that a URL names, and makes the store if it does not exist.
     *
     * @throws SQLException if the URL is wrong, or contradicts how the store was made (SQLSTATE 08001)
     */
    public static MoiraiDataSource at(String url) throws SQLException {
        var parsed = DatabaseUrl.parse(url, new Properties());
        return new MoiraiDataSource(MockDatabases.open(parsed), parsed.origin());
    }

    /** Returns the store behind the connections. */
    public SqlDatabase database() {
        return database;
    }

    @Override
    public Connection getConnection() {
        return Connections.open(database, origin, MetaData::of);
    }

    /** Opens a connection and ignores the password, because there is no access control. */
    @Override
    public Connection getConnection(String user, String password) {
        return Connections.open(database, new Origin(origin.name(), origin.url(), user), MetaData::of);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return log;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) {
        log = writer;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeoutSeconds;
    }

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeoutSeconds = seconds;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the driver does not log", SqlErrors.NOT_SUPPORTED);
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        if (wanted.isInstance(database)) {
            return wanted.cast(database);
        }
        throw SqlErrors.of(SqlErrors.INVALID_PARAMETER, "the data source does not wrap " + wanted.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) {
        return wanted.isInstance(this) || wanted.isInstance(database);
    }
}
