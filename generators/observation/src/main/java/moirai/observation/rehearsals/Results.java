package moirai.observation.rehearsals;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.program.Expression;
import moirai.observation.rows.Tags;
import moirai.sources.sql.Column;
import moirai.sources.sql.Column.Computed;
import moirai.sources.sql.Column.Counted;
import moirai.sources.sql.Column.Stored;
import moirai.sources.sql.Column.Summed;
import moirai.sources.sql.Column.Unknown;

/**
 * The sources in the rows of a result. A row of a join repeats rows of its tables; here, each row of a table counts
 * once, and one whose columns are all NULL is none, as behind LEFT JOIN.
 */
final class Results {

    private final Template template;
    private final String id;
    private final List<Executed.Source> sources = new ArrayList<>();

    /** The rows of each table that were met, by the label of its statement. */
    private final Map<String, List<Map<String, Object>>> known = new HashMap<>();

    private long rows;
    private long counted = -1;

    Results(Template template, String id) {
        this.template = template;
        this.id = id;
    }

    List<Executed.Source> sources() {
        return List.copyOf(sources);
    }

    /** Returns the number of rows that the statement found, or the number that it returned as a count. */
    long count() {
        boolean isJoin = template.statements().size() > 1;
        return counted >= 0
                ? counted
                : isJoin && known.containsKey(template.emitted().label())
                        ? known.getOrDefault(template.emitted().label(), List.of())
                                .size()
                        : rows;
    }

    /** Adds the current row. */
    void add(ResultSet result) throws SQLException {
        List<Column> columns = template.emitted().columns();
        Map<String, Map<String, Object>> stored = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            int index = index(result.getMetaData(), columns.get(i).name(), i + 1, columns.size());
            Object value = index == 0 ? null : result.getObject(index);
            if (value == null) {
                continue;
            }
            switch (columns.get(i).source()) {
                case Stored(var label, var field) ->
                    stored.computeIfAbsent(label, key -> new LinkedHashMap<>()).put(field, Tags.plain(value));
                case Summed(var label, var field) ->
                    stored.computeIfAbsent(label, key -> new LinkedHashMap<>()).put(field, Tags.plain(value));
                case Counted(var label) -> {
                    sources.add(new Executed.Source(new Expression.Count(id + ":" + label), Tags.plain(value)));
                    counted = ((Number) value).longValue();
                }
                case Computed computed -> {}
                case Unknown unknown -> {}
            }
        }
        stored.forEach(this::add);
        rows++;
    }

    private void add(String label, Map<String, Object> row) {
        List<Map<String, Object>> before = known.computeIfAbsent(label, key -> new ArrayList<>());
        boolean isRepeated = template.statements().size() > 1 && before.contains(row);
        if (!isRepeated) {
            row.forEach((field, value) -> sources.add(
                    new Executed.Source(new Expression.Result(id + ":" + label, field, before.size()), value)));
            before.add(row);
        }
    }

    /** Returns the position of a column; if there are more columns than are known, by its name. */
    private static int index(ResultSetMetaData data, String name, int position, int count) throws SQLException {
        if (data.getColumnCount() == count && !data.getColumnLabel(position).equals(name)) {
            for (int i = 1; i <= count; i++) {
                if (data.getColumnLabel(i).equalsIgnoreCase(name)) {
                    return i;
                }
            }
            return position;
        }
        return data.getColumnCount() == count ? position : 0;
    }
}
