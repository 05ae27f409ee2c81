package moirai.junit.databases;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import moirai.interception.ConnectionSource;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import org.jspecify.annotations.Nullable;

/** A data source whose connections are as they were before when they are closed, which may mean: given to a pool. */
public record Restoring(DataSource source) implements ConnectionSource {

    /** The properties of a connection that sessions change. */
    private record State(boolean autoCommit, boolean readOnly, int isolation, String schema) {

        static State of(Connection connection) throws SQLException {
            return new State(
                    connection.getAutoCommit(),
                    connection.isReadOnly(),
                    connection.getTransactionIsolation(),
                    SchemaOfConnection.of(connection));
        }

        /** Sets what is different; pools remember what is set, and drivers ask the server. */
        void restore(Connection connection) throws SQLException {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            if (connection.isReadOnly() != readOnly) {
                connection.setReadOnly(readOnly);
            }
            if (connection.getTransactionIsolation() != isolation) {
                connection.setTransactionIsolation(isolation);
            }
            if (!schema.equals(SchemaOfConnection.of(connection))) {
                connection.setAutoCommit(true); // Otherwise a rollback takes it back.
                SchemaOfConnection.set(connection, schema);
            }
            if (connection.getAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection opened = source.getConnection();
        try {
            State before = State.of(opened);
            return Interception.of(opened, new Interceptor() {
                @Override
                public @Nullable Object onConnection(JdbcCall call) throws SQLException {
                    return call.name().equals("close") ? close(opened, before, call) : call.proceed();
                }
            });
        } catch (SQLException | RuntimeException broken) {
            try (opened) {
                throw broken;
            }
        }
    }

    /** Closes the connection in any case: one that cannot be restored is broken, and its pool finds out. */
    private static @Nullable Object close(Connection opened, State before, JdbcCall call) throws SQLException {
        try {
            if (!opened.isClosed()) {
                before.restore(opened);
            }
        } catch (SQLException | RuntimeException lost) {
            System.getLogger(Restoring.class.getName())
                    .log(System.Logger.Level.DEBUG, "a connection was not restored", lost);
        }
        return call.proceed();
    }
}
