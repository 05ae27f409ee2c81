package moirai.mockstore.jdbc.session;

import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import moirai.mockstore.jdbc.facade.Also;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;
import org.jspecify.annotations.Nullable;

/** The settings and properties of a connection. */
final class SettingsPart implements Part {

    private static final String SCHEMA = "public";

    private final JdbcSession session;
    private final Origin origin;
    private final Supplier<DatabaseMetaData> metaData;
    private final Levels levels;
    private final Properties clientInfo = new Properties();
    private boolean readOnly;
    private int networkTimeoutMillis;

    SettingsPart(JdbcSession session, Origin origin, Supplier<DatabaseMetaData> metaData) {
        this.session = session;
        this.origin = origin;
        this.metaData = metaData;
        this.levels = new Levels(session);
    }

    @Override
    public void permit(Method method) throws SQLException {
        switch (method.getName()) {
            case "close", "isClosed", "isValid", "abort" -> {}
            default -> session.requireOpen();
        }
    }

    @Override
    public List<Object> wrapped() {
        var database = session.database();
        return List.of(session.session(), database, database.store());
    }

    public DatabaseMetaData getMetaData() {
        return metaData.get();
    }

    public int getTransactionIsolation() {
        return levels.current();
    }

    public void setTransactionIsolation(int level) throws SQLException {
        levels.ask(level);
    }

    public boolean isReadOnly() {
        return readOnly;
    }

    /** Ignores the hint, which the store does not need. */
    public void setReadOnly(boolean wanted) {
        readOnly = wanted;
    }

    public String getCatalog() {
        return origin.name();
    }

    /** Ignores the name, as JDBC requires of databases that have a single catalogue. */
    public void setCatalog(String name) {}

    public String getSchema() {
        return SCHEMA;
    }

    public void setSchema(String name) throws SQLException {
        if (!SCHEMA.equals(name)) {
            throw SqlErrors.of("3F000", "there is no schema '" + name + "'; the only one is " + SCHEMA);
        }
    }

    public int getHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public void setHoldability(int wanted) throws SQLException {
        requireHoldability(wanted);
    }

    static void requireHoldability(int wanted) throws SQLException {
        if (wanted != ResultSet.HOLD_CURSORS_OVER_COMMIT && wanted != ResultSet.CLOSE_CURSORS_AT_COMMIT) {
            throw SqlErrors.of(
                    SqlErrors.INVALID_PARAMETER,
                    "holdability " + wanted + "; give HOLD_CURSORS_OVER_COMMIT or CLOSE_CURSORS_AT_COMMIT");
        }
    }

    public int getNetworkTimeout() {
        return networkTimeoutMillis;
    }

    /** Accepts the timeout, because pools set it, but has no effect: there is no network. */
    public void setNetworkTimeout(Executor executor, int millis) throws SQLException {
        if (millis < 0) {
            throw SqlErrors.of(SqlErrors.INVALID_PARAMETER, "the timeout must be at least 0 ms, not " + millis + " ms");
        }
        networkTimeoutMillis = millis;
    }

    public Properties getClientInfo() {
        var copy = new Properties();
        copy.putAll(clientInfo);
        return copy;
    }

    public @Nullable String getClientInfo(String name) {
        return clientInfo.getProperty(name);
    }

    public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        if (session.isClosed()) {
            throw new SQLClientInfoException("the connection is closed", SqlErrors.CONNECTION_CLOSED, Map.of());
        }
        if (value == null) {
            clientInfo.remove(name);
        } else {
            clientInfo.setProperty(name, value);
        }
    }

    public void setClientInfo(Properties given) {
        clientInfo.clear();
        clientInfo.putAll(given);
    }

    public Map<String, Class<?>> getTypeMap() {
        return Map.of();
    }

    public void setTypeMap(Map<String, Class<?>> classes) throws SQLException {
        if (!classes.isEmpty()) {
            throw SqlErrors.notSupported("a map of types to classes");
        }
    }

    /** Does nothing: pools call it, and there is nothing to prepare, to tidy up, or to warn of. */
    @Also("endRequest clearWarnings")
    public void beginRequest() {}

    public @Nullable SQLWarning getWarnings() {
        return null;
    }

    @Override
    public String toString() {
        return origin.url();
    }
}
