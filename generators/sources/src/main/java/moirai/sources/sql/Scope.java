package moirai.sources.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.directed.program.Expression;
import moirai.directed.program.Table;
import moirai.sources.sql.tables.Schema;
import net.sf.jsqlparser.expression.Alias;

/** The tables that the column names of a statement may mean. */
final class Scope {

    private final Map<String, Table> tables = new LinkedHashMap<>();

    /** The label of the SELECT that reads a table, for each table but the current one. */
    private final Map<Table, String> read = new LinkedHashMap<>();

    /** The fields that later statements asked of tables that were read already. */
    private final Map<Table, List<String>> wanted = new LinkedHashMap<>();

    /** Returns a scope of one table. */
    static Scope of(Table table, net.sf.jsqlparser.schema.Table named) {
        var scope = new Scope();
        scope.add(table, named);
        return scope;
    }

    void add(Table table, net.sf.jsqlparser.schema.Table named) {
        Alias alias = named.getAlias();
        tables.put(alias == null ? Schema.plain(named.getName()) : Schema.plain(alias.getName()), table);
    }

    /** Notes that columns of this table mean the first row of that SELECT from now on. */
    void isRead(Table table, String label) {
        read.put(table, label);
    }

    /** Returns the fields of a table that later statements asked for. */
    List<String> wanted(Table table) {
        return wanted.getOrDefault(table, List.of());
    }

    /** Returns the table of a column; empty if it has no such table or the name means two. */
    Optional<Table> table(net.sf.jsqlparser.schema.Column column) {
        String qualifier = column.getTableName() == null ? "" : Schema.plain(column.getTableName());
        List<Table> found = tables.entrySet().stream()
                .filter(entry -> qualifier.isEmpty() || entry.getKey().equalsIgnoreCase(qualifier))
                .map(Map.Entry::getValue)
                .filter(table -> Schema.field(table, column.getColumnName()).isPresent())
                .distinct()
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /** Returns the expression that a column means. */
    Optional<Expression> expression(net.sf.jsqlparser.schema.Column column) {
        return table(column).map(table -> {
            String field = Schema.field(table, column.getColumnName()).orElseThrow();
            String label = read.get(table);
            if (label == null) {
                return new Expression.Field(field);
            }
            List<String> fields = wanted.computeIfAbsent(table, key -> new ArrayList<>());
            if (!fields.contains(field)) {
                fields.add(field);
            }
            return new Expression.Result(label, field, 0);
        });
    }
}
