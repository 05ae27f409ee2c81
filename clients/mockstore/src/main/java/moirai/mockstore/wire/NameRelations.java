package moirai.mockstore.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.cursor.RowFormats;

/** The rows of {@code pg_prepared_statements} and {@code pg_cursors}, without what is NULL. */
record NameRelations(SessionNames names) {

    /**
     * Returns the statements that have names. How often each was planned is NULL: the store plans a text once for all
     * sessions.
     */
    List<Map<String, String>> statements() {
        var rows = new ArrayList<Map<String, String>>();
        names.statements().all().forEach((name, named) -> {
            if (name.isEmpty()) {
                return;
            }
            var row = new LinkedHashMap<String, String>();
            row.put("name", name);
            row.put("statement", named.sql());
            row.put("prepare_time", named.since().toString());
            row.put("from_sql", String.valueOf(named.isOfSql()));
            for (BackendMessage message : named.object().description()) {
                if (message.type() == 't') {
                    row.put("parameter_types", array(numbers(message)));
                } else if (message.type() == 'T') {
                    row.put("result_types", array(RowFormats.types(message)));
                }
            }
            rows.add(row);
        });
        return rows;
    }

    private static List<Integer> numbers(BackendMessage parameters) {
        var numbers = new ArrayList<Integer>();
        var body = ByteBuffer.wrap(parameters.body());
        for (int left = body.getShort(); left > 0; left--) {
            numbers.add(body.getInt());
        }
        return numbers;
    }

    private static String array(List<Integer> numbers) {
        return numbers.stream().map(Integer::toUnsignedString).collect(Collectors.joining(",", "{", "}"));
    }

    /** Returns the cursors and portals. */
    List<Map<String, String>> cursors() {
        var rows = new ArrayList<Map<String, String>>();
        names.cursors()
                .all()
                .forEach(cursor -> rows.add(row(
                        cursor.declare().name(),
                        cursor.sql(),
                        cursor.declare().isHeld(),
                        cursor.declare().isBinary(),
                        cursor.declare().isScrollable(),
                        cursor.declared().toString())));
        names.portals()
                .all()
                .forEach((name, named) -> rows.add(row(
                        name, named.sql(), false, false, false, named.since().toString())));
        return rows;
    }

    private static Map<String, String> row(
            String name, String sql, boolean isHeld, boolean isBinary, boolean isScrollable, String since) {
        var row = new LinkedHashMap<String, String>();
        row.put("name", name);
        row.put("statement", sql);
        row.put("is_holdable", String.valueOf(isHeld));
        row.put("is_binary", String.valueOf(isBinary));
        row.put("is_scrollable", String.valueOf(isScrollable));
        row.put("creation_time", since);
        return row;
    }
}
