package moirai.mockstore.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.metadata.DatabaseFacts;
import moirai.mockstore.jdbc.metadata.MetaData;
import moirai.mockstore.jdbc.session.Connections;
import org.jspecify.annotations.Nullable;

/** The JDBC driver for {@code jdbc:moirai:mem:NAME}, which {@link DriverManager} finds by itself. */
public final class MoiraiDriver implements Driver {

    static {
        try {
            DriverManager.registerDriver(new MoiraiDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Creates a driver, for {@link java.util.ServiceLoader}. */
    public MoiraiDriver() {}

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties properties) throws SQLException {
        if (!DatabaseUrl.isOurs(url)) {
            return null;
        }
        var parsed = DatabaseUrl.parse(url, properties);
        return Connections.open(MockDatabases.open(parsed), parsed.origin(), MetaData::of);
    }

    @Override
    public boolean acceptsURL(String url) {
        return DatabaseUrl.isOurs(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties properties) throws SQLException {
        var options = DatabaseUrl.parse(url, properties).options();
        return StoreSettings.NAMES.stream()
                .map(name -> {
                    var info = new DriverPropertyInfo(name, options.get(name));
                    info.description = StoreSettings.accepted(name);
                    return info;
                })
                .toArray(DriverPropertyInfo[]::new);
    }

    @Override
    public int getMajorVersion() {
        return DatabaseFacts.DRIVER_MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return DatabaseFacts.DRIVER_MINOR;
    }

    /** Returns false, because the driver refuses more of SQL than a compliant driver may. */
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the driver does not log", SqlErrors.NOT_SUPPORTED);
    }
}
