package moirai.scheduling;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A statement of a scheduled data source: remembers what is bound, and is held where it is executed. */
final class ScheduledStatement implements JdbcProxy {

    private final ScheduledDataSource source;
    private final Statement statement;
    private final String sql;
    private final Connection owner;
    private final TreeMap<Integer, Object> bound = new TreeMap<>();
    private final List<BoundSql> batch = new ArrayList<>();

    /** @param sql of a prepared statement; empty for others */
    ScheduledStatement(ScheduledDataSource source, Statement statement, String sql, Connection owner) {
        this.source = source;
        this.statement = statement;
        this.sql = sql;
        this.owner = owner;
    }

    @Override
    public Object behind() {
        return statement;
    }

    @Override
    public @Nullable Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        HeldSession.Call call = () -> JdbcProxy.call(statement, method, arguments);
        return switch (method.getName()) {
            case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate" ->
                seen(source.execute(List.of(now(arguments)), call), (Statement) self);
            case "executeBatch", "executeLargeBatch" -> {
                List<BoundSql> all = List.copyOf(batch);
                batch.clear();
                yield seen(source.execute(all, call), (Statement) self);
            }
            case "addBatch" -> {
                batch.add(now(arguments));
                yield call.execute();
            }
            case "clearBatch" -> {
                batch.clear();
                yield call.execute();
            }
            case "clearParameters" -> {
                bound.clear();
                yield call.execute();
            }
            case "getResultSet", "getGeneratedKeys" -> rows(call.execute(), (Statement) self);
            case "getConnection" -> owner;
            default -> {
                bind(method.getName(), arguments);
                yield call.execute();
            }
        };
    }

    private void bind(String name, @Nullable Object @Nullable [] arguments) {
        boolean isBind =
                name.startsWith("set") && arguments != null && arguments.length >= 2 && arguments[0] instanceof Integer;
        if (isBind && arguments != null && arguments[0] instanceof Integer index) {
            Object value = arguments[1];
            bound.put(index, value == null || name.equals("setNull") ? BoundSql.Absent.NULL : value);
        }
    }

    private BoundSql now(@Nullable Object @Nullable [] arguments) {
        var values = new ArrayList<Object>();
        int last = bound.isEmpty() ? 0 : bound.lastKey();
        for (int index = 1; index <= last; index++) {
            values.add(bound.getOrDefault(index, BoundSql.Absent.NULL));
        }
        return new BoundSql(sql.isEmpty() ? JdbcProxy.sql(arguments) : sql, values);
    }

    private @Nullable Object seen(@Nullable Object answer, Statement self) {
        switch (answer) {
            case Integer count -> source.watch().sees(count + " rows");
            case Long count -> source.watch().sees(count + " rows");
            case int[] counts -> source.watch().sees(Arrays.toString(counts) + " rows");
            case long[] counts -> source.watch().sees(Arrays.toString(counts) + " rows");
            case null, default -> {}
        }
        return rows(answer, self);
    }

    private @Nullable Object rows(@Nullable Object answer, Statement self) {
        return answer instanceof ResultSet rows
                ? JdbcProxy.of(ResultSet.class, new ScheduledRows(source, rows, self))
                : answer;
    }
}
