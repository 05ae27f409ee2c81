package moirai.reenactment.replicas;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The connection of a call, which says what is executed, committed and ended on it as that happens. */
final class NodeConnection implements InvocationHandler {

    private final Connection connection;
    private final Listener listener;

    /** Who is told. */
    interface Listener {

        /** A statement is about to be executed. */
        void execute() throws SQLException;

        /** COMMIT is to be sent, by this action. */
        void commit(Commit commit) throws SQLException;

        /** The transaction is over, or never will be; may be told repeatedly. */
        void end();
    }

    /** Sends COMMIT. */
    @FunctionalInterface
    interface Commit {
        void send() throws SQLException;
    }

    private NodeConnection(Connection connection, Listener listener) {
        this.connection = connection;
        this.listener = listener;
    }

    static Connection of(Connection connection, Listener listener) {
        return proxy(Connection.class, new NodeConnection(connection, listener));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "commit" -> {
                try {
                    listener.commit(connection::commit);
                } finally {
                    listener.end();
                }
                yield null;
            }
            case "rollback", "close" -> {
                try {
                    yield call(connection, method, arguments);
                } finally {
                    listener.end();
                }
            }
            case "prepareStatement" -> {
                var prepared = (PreparedStatement) call(connection, method, arguments);
                yield proxy(PreparedStatement.class, (self, called, values) -> {
                    if (called.getName().startsWith("execute")) {
                        listener.execute();
                    }
                    return call(prepared, called, values);
                });
            }
            default -> call(connection, method, arguments);
        };
    }

    private static @Nullable Object call(
            @Nullable Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause() == null ? failure : failure.getCause();
        }
    }
}
