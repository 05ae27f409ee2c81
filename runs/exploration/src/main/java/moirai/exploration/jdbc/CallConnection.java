package moirai.exploration.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a session as one call sees it. It behaves like a connection from a pool: {@code close} rolls back
 * and returns it to the pool, and the next call gets it in its initial state.
 */
final class CallConnection implements Interceptor {

    private final Connection connection;
    private boolean isClosed;

    private CallConnection(Connection connection) {
        this.connection = connection;
    }

    static Connection of(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        return Interception.of(connection, new CallConnection(connection));
    }

    @Override
    public @Nullable Object onConnection(JdbcCall call) throws SQLException {
        return switch (call.name()) {
            case "close" -> {
                close();
                yield null;
            }
            case "isClosed" -> isClosed || connection.isClosed();
            default -> {
                if (isClosed && !call.name().equals("isValid")) {
                    throw new SQLException("the connection is closed", "08003");
                }
                yield call.proceed();
            }
        };
    }

    private void close() throws SQLException {
        if (!isClosed && !connection.isClosed() && !connection.getAutoCommit()) {
            connection.rollback();
        }
        isClosed = true;
    }
}
