package moirai.exploration.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A session's connection as one call gets it: as from a pool, to which {@code close} gives it back after a rollback.
 * The next call gets it as the first did.
 */
final class CallConnection implements InvocationHandler {

    private final Connection connection;
    private boolean isClosed;

    private CallConnection(Connection connection) {
        this.connection = connection;
    }

    static Connection of(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        return (Connection) Proxy.newProxyInstance(
                CallConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new CallConnection(connection));
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // A connection is equal to itself alone.
    public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
        return switch (method.getName()) {
            case "close" -> {
                close();
                yield null;
            }
            case "isClosed" -> isClosed || connection.isClosed();
            case "equals" -> arguments != null && arguments[0] == self;
            case "hashCode" -> System.identityHashCode(self);
            default -> passOn(method, arguments);
        };
    }

    private @Nullable Object passOn(Method method, Object @Nullable [] arguments) throws Throwable {
        if (isClosed && !method.getName().equals("isValid")) {
            throw new SQLException("the connection is closed", "08003");
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException failure) {
            Throwable cause = failure.getCause();
            throw cause == null ? failure : cause;
        }
    }

    private void close() throws SQLException {
        if (!isClosed && !connection.isClosed() && !connection.getAutoCommit()) {
            connection.rollback();
        }
        isClosed = true;
    }
}
