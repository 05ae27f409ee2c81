package moirai.observation.recording;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Remembers what is bound, and tells of what executes. */
final class RecordedStatement implements RecordedProxy {

    /** The connection as the application has it, and as it is. */
    record Owner(Connection shown, RecordedProxy.OfConnection proxy) {}

    private record Batched(String sql, List<Object> values) {}

    private final Statement behind;
    private final String sql;
    private final Owner owner;
    private final Map<Integer, Object> bound = new TreeMap<>();
    private final List<Batched> batch = new ArrayList<>();

    RecordedStatement(Statement behind, String sql, Owner owner) {
        this.behind = behind;
        this.sql = sql;
        this.owner = owner;
    }

    @Override
    public Object behind() {
        return behind;
    }

    @Override
    public @Nullable Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        @Nullable Object[] given = arguments == null ? new @Nullable Object[0] : arguments;
        String text = sql.isEmpty() && given.length > 0 && given[0] instanceof String own ? own : sql;
        return switch (method.getName()) {
            case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate" ->
                execute(List.of(new Batched(text, List.copyOf(bound.values()))), method, arguments);
            case "executeBatch", "executeLargeBatch" -> {
                List<Batched> all = List.copyOf(batch);
                batch.clear();
                yield execute(all, method, arguments);
            }
            case "addBatch" -> {
                batch.add(new Batched(text, List.copyOf(bound.values())));
                yield RecordedProxy.call(behind, method, arguments);
            }
            case "clearBatch" -> {
                batch.clear();
                yield RecordedProxy.call(behind, method, arguments);
            }
            case "clearParameters" -> {
                bound.clear();
                yield RecordedProxy.call(behind, method, arguments);
            }
            case "getConnection" -> owner.shown();
            default -> {
                if (method.getName().startsWith("set") && given.length > 1 && given[0] instanceof Integer index) {
                    boolean isNull = method.getName().equals("setNull") || given[1] == null;
                    bound.put(index, isNull ? Call.NULL : Objects.requireNonNull(given[1]));
                }
                yield RecordedProxy.call(behind, method, arguments);
            }
        };
    }

    private long count(@Nullable Object answer, int index) throws SQLException {
        return switch (answer) {
            case Integer count -> count;
            case Long count -> count;
            case int[] counts -> counts[index];
            case long[] counts -> counts[index];
            case Boolean isQuery -> isQuery ? -1 : behind.getUpdateCount();
            case null -> -1;
            default -> -1;
        };
    }

    private @Nullable Object execute(List<Batched> all, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Stage stage = owner.proxy().owner().stage();
        if (stage == null) {
            return RecordedProxy.call(behind, method, arguments);
        }
        Connection connection = owner.proxy().behind();
        var calls = new ArrayList<Call>();
        for (Batched one : all) {
            calls.add(new Call(one.sql(), one.values(), Origins.here(), !calls.isEmpty()));
        }
        for (Call call : calls) {
            stage.before(connection, call);
        }
        Object answer = RecordedProxy.call(behind, method, arguments);
        for (int i = 0; i < calls.size(); i++) {
            stage.after(connection, calls.get(i), count(answer, i));
        }
        if (connection.getAutoCommit()) {
            stage.committed();
        }
        return answer;
    }
}
