package moirai.mockstore.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;

/**
 * What a statement has made of a copy of a table at a server: its rows before and after, as PostgreSQL writes them, in
 * the order of the columns that were not dropped.
 */
public record TableChange(TableSchema table, List<List<Object>> before, List<List<Object>> after) {

    public TableChange {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /**
     * Makes the same of the table in the store: one statement for each row that differs, by its primary key.
     *
     * @throws StoreException if a constraint does not allow it; if the table has rows that differ and no primary key,
     *     or the statement changes one (SQLSTATE 0A000); or if the row is not what it was when it was read (40001)
     */
    public void apply(SqlSession session) {
        if (before.equals(after)) {
            return;
        }
        if (table.primaryKey().isEmpty()) {
            throw new StoreException(
                    "0A000",
                    "this statement is not supported on table \"" + table.name() + "\", without a primary key");
        }
        Map<List<Object>, List<Object>> old = byKey(before);
        Map<List<Object>, List<Object>> now = byKey(after);
        if (!old.keySet().containsAll(now.keySet())) {
            // To delete the row and insert another would do to those that refer to it what an update does not.
            throw new StoreException(
                    "0A000", "this statement is not supported: it changes the primary key of \"" + table.name() + "\"");
        }
        old.forEach((key, row) -> {
            List<Object> changed = now.get(key);
            if (changed == null) {
                execute(session, "DELETE FROM " + name() + where(1), key);
            } else if (!changed.equals(row)) {
                update(session, key, row, changed);
            }
        });
    }

    private Map<List<Object>, List<Object>> byKey(List<List<Object>> rows) {
        List<Integer> numbers = table.columnNumbers();
        List<Integer> places = table.primaryKey().stream().map(numbers::indexOf).toList();
        var byKey = new LinkedHashMap<List<Object>, List<Object>>();
        rows.forEach(row -> byKey.put(places.stream().map(row::get).toList(), row));
        return byKey;
    }

    private void update(SqlSession session, List<Object> key, List<Object> old, List<Object> row) {
        var parameters = new ArrayList<Object>();
        var sets = new ArrayList<String>();
        for (int place = 0; place < row.size(); place++) {
            if (!row.get(place).equals(old.get(place))) {
                parameters.add(row.get(place));
                sets.add(column(table.columnNumbers().get(place)) + " = $" + parameters.size());
            }
        }
        String sql = "UPDATE " + name() + " SET " + String.join(", ", sets) + where(parameters.size() + 1);
        parameters.addAll(key);
        execute(session, sql, parameters);
    }

    private String name() {
        return Identifiers.quoted(table.name());
    }

    private String column(int number) {
        return Identifiers.literal(table.column(number).name());
    }

    /** Returns the condition that a row has a key, whose first parameter has this number. */
    private String where(int first) {
        return IntStream.range(0, table.primaryKey().size())
                .mapToObj(place -> column(table.primaryKey().get(place)) + " = $" + (first + place))
                .collect(Collectors.joining(" AND ", " WHERE ", ""));
    }

    private static void execute(SqlSession session, String sql, List<Object> parameters) {
        if (session.execute(session.prepare(sql), parameters).count() != 1) {
            throw new StoreException(
                    StoreException.SERIALIZATION_FAILURE, "a row is no longer what it was when the statement read it");
        }
    }
}
