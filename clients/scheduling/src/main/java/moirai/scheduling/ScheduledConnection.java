package moirai.scheduling;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A connection of a scheduled data source, as the code has it. */
final class ScheduledConnection implements JdbcProxy {

    private final ScheduledDataSource source;
    private final Connection connection;
    private boolean isAutoCommit;
    private boolean isClosed;

    /** @param isAutoCommit what the code is told of that */
    ScheduledConnection(ScheduledDataSource source, Connection connection, boolean isAutoCommit) {
        this.source = source;
        this.connection = connection;
        this.isAutoCommit = isAutoCommit;
    }

    @Override
    public Object behind() {
        return connection;
    }

    @Override
    public @Nullable Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        switch (method.getName()) {
            case "commit" -> source.commit();
            case "rollback" -> {
                // To a savepoint, it ends nothing.
                if (arguments != null) {
                    return JdbcProxy.call(connection, method, arguments);
                }
                source.rollback();
            }
            case "setAutoCommit" -> isAutoCommit = arguments != null && Boolean.TRUE.equals(arguments[0]);
            case "getAutoCommit" -> {
                return isAutoCommit;
            }
            case "setTransactionIsolation", "setReadOnly" -> {}
            case "close" -> isClosed = true;
            case "isClosed" -> {
                return isClosed || connection.isClosed();
            }
            case "createStatement", "prepareStatement", "prepareCall" -> {
                Object made = JdbcProxy.call(connection, method, arguments);
                return made instanceof Statement statement ? held(statement, JdbcProxy.sql(arguments), self) : made;
            }
            default -> {
                return JdbcProxy.call(connection, method, arguments);
            }
        }
        return null;
    }

    private Statement held(Statement statement, String sql, Object self) {
        var handler = new ScheduledStatement(source, statement, sql, (Connection) self);
        return switch (statement) {
            case CallableStatement callable -> JdbcProxy.of(CallableStatement.class, handler);
            case PreparedStatement prepared -> JdbcProxy.of(PreparedStatement.class, handler);
            default -> JdbcProxy.of(Statement.class, handler);
        };
    }
}
