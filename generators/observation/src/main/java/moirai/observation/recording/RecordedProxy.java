package moirai.observation.recording;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What stands between the application and its driver. Everything goes through. */
sealed interface RecordedProxy extends InvocationHandler
        permits RecordedProxy.OfSource, RecordedProxy.OfConnection, RecordedStatement {

    /** What is behind it. */
    Object behind();

    /** Does what the method says; what is thrown is what the driver throws. */
    @Nullable
    Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments) throws Throwable;

    static <T> T of(Class<T> type, RecordedProxy handler) {
        return type.cast(Proxy.newProxyInstance(RecordedProxy.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // What is behind is equal to itself alone.
    default @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "equals" -> arguments != null && arguments[0] == self;
            case "hashCode" -> System.identityHashCode(self);
            case "toString" -> "recorded " + behind();
            default -> answer(self, method, arguments);
        };
    }

    static @Nullable Object call(Object behind, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(behind, arguments);
        } catch (InvocationTargetException failure) {
            Throwable cause = failure.getCause();
            throw cause == null ? failure : cause;
        }
    }

    /** Hands out connections that are recorded. */
    record OfSource(DataSource behind, RecordedSource owner) implements RecordedProxy {

        @Override
        public @Nullable Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            Object answer = call(behind, method, arguments);
            return answer instanceof Connection connection
                    ? RecordedProxy.of(Connection.class, new OfConnection(connection, owner))
                    : answer;
        }
    }

    /** Tells of COMMIT and ROLLBACK, and hands out statements that are recorded. */
    record OfConnection(Connection behind, RecordedSource owner) implements RecordedProxy {

        @Override
        public @Nullable Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            Object answer = call(behind, method, arguments);
            Stage stage = owner.stage();
            if (stage != null && method.getName().equals("commit")) {
                stage.committed();
            } else if (stage != null && method.getName().equals("rollback") && arguments == null) {
                stage.rolledBack();
            }
            String sql = arguments != null && arguments.length > 0 && arguments[0] instanceof String text ? text : "";
            return switch (answer) {
                case CallableStatement callable ->
                    RecordedProxy.of(
                            CallableStatement.class,
                            new RecordedStatement(callable, sql, new RecordedStatement.Owner((Connection) self, this)));
                case PreparedStatement prepared ->
                    RecordedProxy.of(
                            PreparedStatement.class,
                            new RecordedStatement(prepared, sql, new RecordedStatement.Owner((Connection) self, this)));
                case Statement statement ->
                    RecordedProxy.of(
                            Statement.class,
                            new RecordedStatement(statement, "", new RecordedStatement.Owner((Connection) self, this)));
                case null -> null;
                default -> answer;
            };
        }
    }
}
