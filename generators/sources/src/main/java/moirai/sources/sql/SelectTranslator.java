package moirai.sources.sql;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.sources.sql.tables.ColumnsIn;
import moirai.sources.sql.tables.Schema;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;

/**
 * Translates one SELECT. A join becomes one SELECT for each table, in the order of FROM. Each looks at the first row of
 * the SELECTs before it.
 */
final class SelectTranslator {

    private final SqlTranslator translator;
    private final SqlContext context;
    private final Scope scope = new Scope();
    private final Terms terms;
    private final List<Table> tables = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();

    /** The fields that each table's SELECT returns, in the order of the tables. */
    private final List<Set<String>> fields = new ArrayList<>();

    private Pick pick = Pick.all();
    private boolean isOneRow;

    SelectTranslator(SqlTranslator translator, SqlContext context) {
        this.translator = translator;
        this.context = context;
        this.terms = translator.terms(scope, context);
    }

    Emitted translate(PlainSelect select) {
        var conditions = new ArrayList<net.sf.jsqlparser.expression.Expression>();
        if (!from(select, conditions)) {
            return Emitted.nothing();
        }
        if (select.getWhere() != null) {
            flatten(select.getWhere(), conditions);
        }
        tables.forEach(table -> labels.add(context.label("q")));
        select.getSelectItems().forEach(this::item);
        if (!pick.equals(Pick.all())
                && columns.stream()
                        .anyMatch(column -> column.source() instanceof Column.Counted
                                || column.source() instanceof Column.Summed)) {
            loss("MIN or MAX beside COUNT or SUM", "all are those of one row");
        }
        order(select);
        warn(select);
        var statements = new ArrayList<Statement>();
        List<List<Condition>> wheres = wheres(conditions);
        for (int i = 0; i < tables.size(); i++) {
            Table table = tables.get(i);
            fields.get(i).addAll(scope.wanted(table));
            Condition guard = i == 0 ? context.guard() : Condition.and(context.guard(), exists(i - 1));
            statements.add(new Statement.Select(
                    labels.get(i),
                    table.name(),
                    List.copyOf(fields.get(i)),
                    Condition.and(wheres.get(i).toArray(Condition[]::new)),
                    i == tables.size() - 1 ? pick : Pick.all(),
                    guard));
        }
        return new Emitted(statements, labels.getLast(), columns, isOneRow);
    }

    private Condition exists(int table) {
        return Condition.exists(labels.get(table));
    }

    /** Adds the conditions of joins to the list; returns false if the statement is left out. */
    private boolean from(PlainSelect select, List<net.sf.jsqlparser.expression.Expression> conditions) {
        var items = new ArrayList<net.sf.jsqlparser.statement.select.FromItem>();
        if (select.getFromItem() != null) {
            items.add(select.getFromItem());
        }
        boolean isSimple = true;
        for (Join join : select.getJoins() == null ? List.<Join>of() : select.getJoins()) {
            items.add(join.getFromItem());
            isSimple &= !join.isOuter() && !join.isLeft() && !join.isRight() && !join.isFull() && !join.isNatural();
            isSimple &= join.getUsingColumns() == null || join.getUsingColumns().isEmpty();
            join.getOnExpressions().forEach(on -> flatten(on, conditions));
        }
        for (net.sf.jsqlparser.statement.select.FromItem item : items) {
            if (!(item instanceof net.sf.jsqlparser.schema.Table named)) {
                translator.leftOut("a query on something else than tables", context);
                return false;
            }
            Optional<Table> table = translator.table(named, context);
            if (table.isEmpty()) {
                return false;
            }
            tables.add(table.get());
            fields.add(new LinkedHashSet<>());
            scope.add(table.get(), named);
        }
        if (tables.isEmpty() || !isSimple || new LinkedHashSet<>(tables).size() < tables.size()) {
            translator.leftOut("a query without tables, or a join that is no inner join of two tables", context);
            return false;
        }
        if (tables.size() > 1) {
            loss(
                    "a join of " + tables.size() + " tables",
                    "one query a table, each about the first row of those before");
        }
        return true;
    }

    private static void flatten(
            net.sf.jsqlparser.expression.Expression sql, List<net.sf.jsqlparser.expression.Expression> parts) {
        if (sql instanceof AndExpression and) {
            flatten(and.getLeftExpression(), parts);
            flatten(and.getRightExpression(), parts);
        } else {
            parts.add(sql);
        }
    }

    /** Returns the conditions of each table. A condition belongs to the last of the tables that it names. */
    private List<List<Condition>> wheres(List<net.sf.jsqlparser.expression.Expression> conditions) {
        var wheres = new ArrayList<List<Condition>>();
        var left = new ArrayList<>(conditions);
        for (int i = 0; i < tables.size(); i++) {
            var later = tables.subList(i + 1, tables.size());
            var here = new ArrayList<Condition>();
            for (net.sf.jsqlparser.expression.Expression condition : List.copyOf(left)) {
                if (ColumnsIn.of(condition).stream()
                        .flatMap(column -> scope.table(column).stream())
                        .noneMatch(later::contains)) {
                    left.remove(condition);
                    here.add(terms.condition(condition));
                }
            }
            wheres.add(here);
            scope.isRead(tables.get(i), labels.get(i));
        }
        return wheres;
    }

    private void item(SelectItem<?> item) {
        String alias = item.getAliasName() == null ? "" : Schema.plain(item.getAliasName());
        switch (item.getExpression()) {
            case AllTableColumns all -> {
                loss("all columns of one table are selected", "taken for those of all tables");
                allColumns();
            }
            case AllColumns all -> allColumns();
            case net.sf.jsqlparser.schema.Column column -> stored(column, alias);
            case Function function -> function(function, alias);
            case net.sf.jsqlparser.expression.Expression other -> {
                columns.add(new Column(alias, new Column.Computed(constant(other))));
            }
        }
    }

    /** Returns the value of an item that is no column. Fields in it are not known yet, so they make it unknown. */
    private Expression constant(net.sf.jsqlparser.expression.Expression sql) {
        for (net.sf.jsqlparser.schema.Column column : ColumnsIn.of(sql)) {
            if (scope.table(column).isPresent()) {
                stored(column, "");
                columns.removeLast();
                loss("the column " + sql + " is computed", "taken for any number; what it is made of is read");
                return context.any("computed");
            }
        }
        return terms.expression(sql);
    }

    private void allColumns() {
        for (int i = 0; i < tables.size(); i++) {
            for (String field : tables.get(i).allFields()) {
                fields.get(i).add(field);
                columns.add(new Column(field, new Column.Stored(labels.get(i), field)));
            }
        }
    }

    private Optional<Column.Stored> stored(net.sf.jsqlparser.schema.Column column, String alias) {
        Optional<Table> table = scope.table(column);
        String name = alias.isEmpty() ? Schema.plain(column.getColumnName()) : alias;
        if (table.isEmpty()) {
            columns.add(new Column(name, new Column.Computed(terms.expression(column))));
            return Optional.empty();
        }
        int index = tables.indexOf(table.get());
        String field = Schema.field(table.get(), column.getColumnName()).orElseThrow();
        fields.get(index).add(field);
        var stored = new Column.Stored(labels.get(index), field);
        columns.add(new Column(name, stored));
        return Optional.of(stored);
    }

    private void function(Function function, String alias) {
        String name = function.getName().toUpperCase(Locale.ROOT);
        isOneRow |= Set.of("COUNT", "SUM", "MIN", "MAX", "AVG").contains(name);
        String column = alias.isEmpty() ? name : alias;
        Optional<Column.Stored> argument = argument(function);
        if (name.equals("COUNT")) {
            if (function.isDistinct()) {
                loss("COUNT(DISTINCT …)", "all rows are counted");
            }
            columns.add(new Column(column, new Column.Counted(labels.getLast())));
        } else if (argument.isPresent() && name.equals("SUM")) {
            columns.add(new Column(
                    column,
                    new Column.Summed(argument.get().label(), argument.get().field())));
        } else if (argument.isPresent() && (name.equals("MIN") || name.equals("MAX")) && pick.equals(Pick.all())) {
            String field = argument.get().field();
            pick = name.equals("MIN") ? new Pick.Least(field) : new Pick.Greatest(field);
            columns.add(new Column(column, argument.get()));
        } else {
            loss("the function " + function, "taken for any number; its argument is read");
            columns.add(new Column(column, new Column.Computed(context.any(name))));
        }
    }

    private Optional<Column.Stored> argument(Function function) {
        if (function.getParameters() == null) {
            return Optional.empty();
        }
        Optional<Column.Stored> first = Optional.empty();
        for (net.sf.jsqlparser.schema.Column column : ColumnsIn.of(function.getParameters())) {
            Optional<Column.Stored> stored = stored(column, "");
            columns.removeLast();
            first = first.or(() -> stored);
        }
        boolean isPlain = function.getParameters().size() == 1
                && function.getParameters().getFirst() instanceof net.sf.jsqlparser.schema.Column;
        return isPlain ? first : Optional.empty();
    }

    private void order(PlainSelect select) {
        List<OrderByElement> order = select.getOrderByElements() == null ? List.of() : select.getOrderByElements();
        boolean isFirst = RowLimit.isOne(select);
        if (!isFirst && RowLimit.exists(select)) {
            loss("the number of rows is limited", "all rows are returned");
        }
        if (order.isEmpty() && isFirst) {
            pick = new Pick.Least(tables.getLast().key().getFirst());
        } else if (isFirst && order.getFirst().getExpression() instanceof net.sf.jsqlparser.schema.Column column) {
            Table table = scope.table(column).orElse(tables.getLast());
            String field = Schema.field(table, column.getColumnName()).orElse("");
            if (!tables.getLast().equals(table) || field.isEmpty()) {
                loss("the order is that of another table or of a computed column", "rows are ordered by key");
                return;
            }
            pick = order.getFirst().isAsc() ? new Pick.Least(field) : new Pick.Greatest(field);
            if (order.size() > 1) {
                loss("rows are ordered by several columns", "by the first, then by key");
            }
        } else if (!order.isEmpty() && !isOneRow) {
            loss("rows are ordered by " + order, "rows are ordered by key");
        }
    }

    private void warn(PlainSelect select) {
        if (select.getForMode() != null) {
            loss("the rows are locked by SELECT … FOR", "read without a lock");
        }
        if (select.getGroupBy() != null || select.getHaving() != null) {
            loss("rows are grouped", "all rows are one group");
        }
        if (select.getDistinct() != null) {
            loss("DISTINCT rows", "all rows are returned");
        }
    }

    private void loss(String what, String taken) {
        translator.diagnostics().loss(context.origin(), what, taken);
    }
}
