package moirai.studies.tpcc.invariants;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection that tells of each prepared statement that it executes. All else goes through. */
final class NotedConnection {

    private NotedConnection() {}

    /** The same connection, which tells before each execution; not of plain statements. */
    static Connection of(Connection connection, Consumer<String> note) {
        return proxy(Connection.class, (self, method, arguments) -> {
            Object answer = call(connection, method, arguments);
            return answer instanceof PreparedStatement prepared && arguments != null && arguments.length > 0
                    ? statement(prepared, String.valueOf(arguments[0]), note)
                    : answer;
        });
    }

    private static PreparedStatement statement(PreparedStatement statement, String sql, Consumer<String> note) {
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                note.accept(sql);
            }
            return call(statement, method, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(NotedConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object behind, Method method, @Nullable Object @Nullable [] arguments)
            throws SQLException, IllegalAccessException {
        try {
            return method.invoke(behind, arguments);
        } catch (InvocationTargetException failure) {
            if (failure.getCause() instanceof SQLException refused) {
                throw refused;
            }
            throw new IllegalStateException("the driver failed at " + method.getName(), failure);
        }
    }
}
