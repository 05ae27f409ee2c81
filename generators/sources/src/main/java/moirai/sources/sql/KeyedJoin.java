package moirai.sources.sql;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.directed.program.Table;
import moirai.sources.sql.tables.ColumnsIn;
import moirai.sources.sql.tables.Schema;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;

/** A join whose tables can be read one after the other, since the keys of all but one are given. */
record KeyedJoin(Scope scope, List<net.sf.jsqlparser.expression.Expression> conditions) {

    KeyedJoin {
        conditions = List.copyOf(conditions);
    }

    /** Returns the tables in an order in which keys are given for all but the last; empty if there is none. */
    Optional<List<Table>> sorted(List<Table> tables) {
        var left = new ArrayList<>(tables);
        var sorted = new LinkedHashSet<Table>();
        while (sorted.addAll(left.stream()
                .filter(table -> isKeyGiven(table, sorted))
                .limit(1)
                .toList())) {
            left.removeAll(sorted);
        }
        if (left.size() > 1) {
            return Optional.empty();
        }
        sorted.addAll(left);
        return Optional.of(List.copyOf(sorted));
    }

    /** Returns whether each field of the key has to equal what is known without rows of later tables. */
    private boolean isKeyGiven(Table table, Set<Table> before) {
        return table.key().stream()
                .allMatch(field -> conditions.stream()
                        .anyMatch(condition -> condition instanceof EqualsTo equal
                                && (isGiven(equal.getLeftExpression(), equal.getRightExpression(), table, field, before)
                                        || isGiven(
                                                equal.getRightExpression(),
                                                equal.getLeftExpression(),
                                                table,
                                                field,
                                                before))));
    }

    private boolean isGiven(
            net.sf.jsqlparser.expression.Expression key,
            net.sf.jsqlparser.expression.Expression value,
            Table table,
            String field,
            Set<Table> before) {
        return isField(key, table, field) && isKnown(value, before);
    }

    private boolean isField(net.sf.jsqlparser.expression.Expression sql, Table table, String field) {
        return sql instanceof net.sf.jsqlparser.schema.Column column
                && scope.table(column).filter(table::equals).isPresent()
                && Schema.field(table, column.getColumnName())
                        .filter(field::equals)
                        .isPresent();
    }

    private boolean isKnown(net.sf.jsqlparser.expression.Expression sql, Set<Table> before) {
        return ColumnsIn.of(sql).stream()
                .allMatch(column -> scope.table(column).filter(before::contains).isPresent());
    }
}
