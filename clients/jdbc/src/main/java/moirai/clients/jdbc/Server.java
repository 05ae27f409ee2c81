package moirai.clients.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.interception.ConnectionSource;

/**
 * A server: how to connect, and which message to give when that fails.
 *
 * @param timeoutSeconds after which a connection that gives no answer counts as lost
 * @param source opens the connections
 * @param isLent whether connections go back to somebody's own data source, which may have a pool of its own
 */
public record Server(Endpoint endpoint, Dialect dialect, int timeoutSeconds, ConnectionSource source, boolean isLent) {

    /** The SQLSTATE that a schema throws if another run has its tables. */
    private static final String IN_USE = "55P03";

    /**
     * @throws ClientException if the URL is not one of the dialect's, or makes the driver hide what happens to a
     *    session
     */
    public Server {
        if (!endpoint.url().startsWith(dialect.urlStart())) {
            throw unknown(endpoint, dialect);
        }
        dialect.objection(endpoint.url()).ifPresent(objection -> {
            throw new ClientException(endpoint + ": " + objection);
        });
    }

    /**
     * Makes a server that the driver connects to.
     *
     * @throws ClientException if the URL is not one of the dialect's, or makes the driver hide what happens to a
     *    session
     */
    public Server(Endpoint endpoint, Dialect dialect, int timeoutSeconds) {
        this(endpoint, dialect, timeoutSeconds, ofDriver(endpoint, dialect, timeoutSeconds), false);
        // A pool would print a URL that it does not like, password and all.
        driver(endpoint, dialect);
    }

    /**
     * Makes a server that a data source connects to.
     *
     * @param endpoint as the connections of the source report it, for messages
     * @throws ClientException as above
     */
    public static Server lent(Endpoint endpoint, Dialect dialect, ConnectionSource source) {
        return new Server(endpoint, dialect, JdbcOptions.TIMEOUT_SECONDS_DEFAULT, source, true);
    }

    private static ConnectionSource ofDriver(Endpoint endpoint, Dialect dialect, int timeoutSeconds) {
        Properties properties = properties(endpoint, dialect, timeoutSeconds);
        return () -> {
            var connection = driver(endpoint, dialect).connect(endpoint.url(), properties);
            if (connection == null) {
                throw unknown(endpoint, dialect);
            }
            return connection;
        };
    }

    /** Returns the driver's properties; those in the URL win. */
    private static Properties properties(Endpoint endpoint, Dialect dialect, int timeoutSeconds) {
        var properties = dialect.properties(timeoutSeconds);
        if (!endpoint.user().isEmpty()) {
            properties.setProperty("user", endpoint.user());
        }
        if (!endpoint.password().isEmpty()) {
            properties.setProperty("password", endpoint.password());
        }
        return properties;
    }

    /**
     * Opens a connection of its own, beside all sessions.
     *
     * @throws ClientException at once if the server cannot be reached
     */
    public Connection connect() {
        try {
            Connection connection = source.getConnection();
            // A lent connection goes back, and whoever gets it next has not asked for limits.
            return isLent ? connection : bound(connection);
        } catch (SQLException e) {
            throw failure("cannot connect to", e);
        }
    }

    private Connection bound(Connection connection) throws SQLException {
        try {
            dialect.bound(connection, timeoutSeconds);
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    private static Driver driver(Endpoint endpoint, Dialect dialect) {
        try {
            return DriverManager.getDriver(endpoint.url());
        } catch (SQLException e) {
            // The exception's own words are "no suitable driver", for whatever is wrong with the URL.
            throw unknown(endpoint, dialect);
        }
    }

    private static ClientException unknown(Endpoint endpoint, Dialect dialect) {
        return new ClientException(endpoint + " is not a URL that this client understands; write " + dialect.urlForm());
    }

    /**
     * Returns one line with the endpoint, the cause and a hint.
     *
     * @param what the attempt, up to the endpoint's name
     */
    public ClientException failure(String what, SQLException failure) {
        // A pool wraps what its connection said.
        var cause = failure.getCause() instanceof SQLException inner ? inner : failure;
        var state = String.valueOf(cause.getSQLState());
        var said = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        String message = what + " " + endpoint + ": " + said + hint(state);
        return state.equals(IN_USE) ? ClientException.guarded(message) : new ClientException(message, failure);
    }

    private static String hint(String sqlState) {
        return switch (sqlState) {
            case "28P01", "28000" -> "; check the user and the password";
            case "08004" -> "; check the user, the password and whether the server lets this host in";
            case "3D000" -> "; create that database, or name one that exists in the URL";
            case "08001" -> "; is the server running, and is this its host and port?";
            case "42501" -> "; the user needs the right to create tables in the current schema";
            case "3F000" -> "; the user's search_path has to name a schema that exists";
            case "53300" -> "; raise the server's max_connections or run fewer sessions";
            case IN_USE -> "; another run is using these tables";
            case "57P03" -> "; the server is starting or stopping, try again";
            default -> " (SQLSTATE " + sqlState + ")";
        };
    }
}
