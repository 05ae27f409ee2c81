package moirai.scheduling;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What stands between a session and its driver. All but what a session is held at goes through. */
sealed interface JdbcProxy extends InvocationHandler
        permits JdbcProxy.OfSource,
                JdbcProxy.OfConnection,
                JdbcProxy.OfStatement,
                ScheduledConnection,
                ScheduledStatement,
                ScheduledRows {

    /** What is behind it. */
    Object behind();

    /** Does what the method says; what is thrown is what the driver throws. */
    @Nullable
    Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments) throws Throwable;

    static <T> T of(Class<T> type, JdbcProxy handler) {
        return type.cast(Proxy.newProxyInstance(JdbcProxy.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // What is behind is equal to itself alone.
    default @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "equals" -> arguments != null && arguments[0] == self;
            case "hashCode" -> System.identityHashCode(self);
            case "toString" -> "held " + behind();
            default -> answer(self, method, arguments);
        };
    }

    /** Passes a call on. */
    static @Nullable Object call(Object behind, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(behind, arguments);
        } catch (InvocationTargetException failure) {
            Throwable cause = failure.getCause();
            throw cause == null ? failure : cause;
        }
    }

    /** The text that a call has as its first argument; empty if it has none. */
    static String sql(@Nullable Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String sql ? sql : "";
    }

    /** Hands out connections that are held. */
    record OfSource(DataSource behind, HeldSession session) implements JdbcProxy {

        @Override
        public @Nullable Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            Object answer = call(behind, method, arguments);
            return answer instanceof Connection connection ? session.hold(connection) : answer;
        }
    }

    /** Holds COMMIT, and hands out statements that are held. */
    record OfConnection(Connection behind, HeldSession session) implements JdbcProxy {

        @Override
        public @Nullable Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            HeldSession.Call call = () -> call(behind, method, arguments);
            return switch (method.getName()) {
                case "commit" -> session.commit(call);
                // To a savepoint, it ends nothing.
                case "rollback" -> arguments == null ? session.rollback(call) : call.execute();
                case "createStatement", "prepareStatement", "prepareCall" ->
                    call.execute() instanceof Statement statement
                            ? session.hold(statement, JdbcProxy.sql(arguments), (Connection) self)
                            : null;
                case "close", "abort" -> {
                    session.leave();
                    yield call.execute();
                }
                default -> call.execute();
            };
        }
    }

    /** Holds what executes. */
    record OfStatement(Statement behind, String sql, Connection owner, HeldSession session) implements JdbcProxy {

        @Override
        public @Nullable Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            HeldSession.Call call = () -> call(behind, method, arguments);
            return switch (method.getName()) {
                case "execute",
                        "executeQuery",
                        "executeUpdate",
                        "executeLargeUpdate",
                        "executeBatch",
                        "executeLargeBatch" -> session.statement(sql.isEmpty() ? JdbcProxy.sql(arguments) : sql, call);
                case "getConnection" -> owner;
                default -> call.execute();
            };
        }
    }
}
