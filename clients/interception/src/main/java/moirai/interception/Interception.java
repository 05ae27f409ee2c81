package moirai.interception;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The wrappers that lead the calls on one connection, and on what is made from it, to an interceptor. */
public final class Interception {

    /** Answers a call on a wrapper. */
    private interface Answer {
        @Nullable
        Object answer(Object self, JdbcCall call) throws SQLException;
    }

    private final Connection delegate;
    private final Interceptor interceptor;

    private Interception(Connection delegate, Interceptor interceptor) {
        this.delegate = delegate;
        this.interceptor = interceptor;
    }

    /** Returns a data source with the same connections, each with this interceptor. */
    public static DataSource of(DataSource delegate, Interceptor interceptor) {
        return wrapper(DataSource.class, delegate, (self, call) -> {
            if (call.name().equals("createConnectionBuilder")) {
                throw new SQLFeatureNotSupportedException("a connection of a builder would not be intercepted");
            }
            Object answer = call.proceed();
            return answer instanceof Connection connection ? of(connection, interceptor) : answer;
        });
    }

    /** Returns the same connection, with an interceptor. */
    public static Connection of(Connection delegate, Interceptor interceptor) {
        return wrapper(Connection.class, delegate, new Interception(delegate, interceptor)::onConnection);
    }

    private @Nullable Object onConnection(Object self, JdbcCall call) throws SQLException {
        Object answer = interceptor.onConnection(call);
        return switch (answer) {
            case CallableStatement callable ->
                wrapper(CallableStatement.class, callable, onStatement(callable, call.sql(), self));
            case PreparedStatement prepared ->
                wrapper(PreparedStatement.class, prepared, onStatement(prepared, call.sql(), self));
            case Statement statement -> wrapper(Statement.class, statement, onStatement(statement, "", self));
            case DatabaseMetaData data ->
                wrapper(
                        DatabaseMetaData.class,
                        data,
                        (proxy, asked) -> asked.name().equals("getConnection") ? self : asked.proceed());
            case null, default -> answer;
        };
    }

    private Answer onStatement(Statement statement, String sql, Object connection) {
        var bindings = new Bindings(sql);
        return (self, call) -> {
            if (call.name().equals("getConnection")) {
                return connection;
            }
            Optional<List<BoundSql>> executed = bindings.follow(call);
            Object answer = executed.isPresent()
                    ? interceptor.onExecution(new Execution(delegate, statement, executed.orElseThrow(), call))
                    : call.proceed();
            return answer instanceof ResultSet rows ? wrapper(ResultSet.class, rows, onRows(self)) : answer;
        };
    }

    private Answer onRows(Object statement) {
        return (self, call) -> call.name().equals("getStatement") ? statement : interceptor.onRows(call);
    }

    private static <T> T wrapper(Class<T> type, T delegate, Answer answer) {
        InvocationHandler handler = (self, method, arguments) -> {
            var call = new JdbcCall(delegate, method, arguments);
            return switch (call.name()) {
                case "equals" -> isSame(self, call.argument(0));
                case "hashCode" -> System.identityHashCode(self);
                case "toString" -> "intercepted " + delegate;
                case "unwrap" -> {
                    Optional<Object> own = unwrapped(self, delegate, call);
                    yield own.isPresent() ? own.orElseThrow() : call.proceed();
                }
                case "isWrapperFor" ->
                    unwrapped(self, delegate, call).isPresent() || Boolean.TRUE.equals(call.proceed());
                default -> answer.answer(self, call);
            };
        };
        return type.cast(Proxy.newProxyInstance(Interception.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @SuppressWarnings("ReferenceEquality") // A wrapper is equal to itself alone.
    private static boolean isSame(Object self, Optional<Object> other) {
        return other.isPresent() && other.orElseThrow() == self;
    }

    /** Returns the wrapper or the object behind it, whichever is of the wanted class; empty if neither is. */
    private static Optional<Object> unwrapped(Object self, Object delegate, JdbcCall call) {
        Class<?> wanted = (Class<?>) call.argument(0).orElse(Void.class);
        return wanted.isInstance(self)
                ? Optional.of(self)
                : Optional.of(delegate).filter(wanted::isInstance);
    }
}
