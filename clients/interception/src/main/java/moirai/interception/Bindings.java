package moirai.interception;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The values that are bound to a statement's question marks, and its batch. */
final class Bindings {

    private final String sql;
    private final TreeMap<Integer, Object> values = new TreeMap<>();
    private final List<BoundSql> batch = new ArrayList<>();

    /** @param sql the text of a prepared statement; empty for others */
    Bindings(String sql) {
        this.sql = sql;
    }

    /** Returns the statements that a call executes; of a call that executes none, records what it binds. */
    Optional<List<BoundSql>> follow(JdbcCall call) {
        switch (call.name()) {
            case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate" -> {
                return Optional.of(List.of(bound(call)));
            }
            case "executeBatch", "executeLargeBatch" -> {
                List<BoundSql> all = List.copyOf(batch);
                batch.clear();
                return Optional.of(all);
            }
            case "addBatch" -> batch.add(bound(call));
            case "clearBatch" -> batch.clear();
            case "clearParameters" -> values.clear();
            default -> bind(call);
        }
        return Optional.empty();
    }

    private void bind(JdbcCall call) {
        boolean isSetter = call.name().startsWith("set") && call.argumentCount() >= 2;
        if (isSetter && call.argument(0).orElse("") instanceof Integer index) {
            boolean isNull = call.name().equals("setNull");
            values.put(index, isNull ? BoundSql.Absent.NULL : call.argument(1).orElse(BoundSql.Absent.NULL));
        }
    }

    private BoundSql bound(JdbcCall call) {
        var inOrder = new ArrayList<Object>();
        int last = values.isEmpty() ? 0 : values.lastKey();
        for (int index = 1; index <= last; index++) {
            inOrder.add(values.getOrDefault(index, BoundSql.Absent.NULL));
        }
        return new BoundSql(sql.isEmpty() ? call.sql() : sql, inOrder);
    }
}
