package moirai.sources.sql;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.sources.sql.tables.ColumnsIn;
import moirai.sources.sql.tables.Schema;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;

/**
 * Translates one SELECT. A join becomes one SELECT for each table. Each looks at the first row of the SELECTs before
 * it, which is all of it if the key of each table but one is given, by the statement or by the tables before. Otherwise
 * the tables are in the order of FROM, and that is a loss. A table behind LEFT JOIN need not have a row; that is a
 * loss, too.
 */
final class SelectTranslator {

    private final SqlTranslator translator;
    private final SqlContext context;
    private final Scope scope = new Scope();
    private final Terms terms;
    private final List<Table> tables = new ArrayList<>();
    private List<Table> inFrom = List.of();
    private final List<String> labels = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();

    /** The fields that each table's SELECT returns, in the order of the tables. */
    private final List<Set<String>> fields = new ArrayList<>();

    /** The tables whose rows need not exist: those behind LEFT JOIN. */
    private final Set<Table> outer = new LinkedHashSet<>();

    private Pick pick = Pick.all();

    /** The columns that are functions of all rows, apart from counts and sums. */
    private final List<Integer> areFunctions = new ArrayList<>();

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
        joinByKeys(conditions);
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
        var locks = new RowLocks(select, context, translator.diagnostics());
        List<List<Condition>> wheres = wheres(conditions);
        for (int i = 0; i < tables.size(); i++) {
            Table table = tables.get(i);
            fields.get(i).addAll(scope.wanted(table));
            Condition guard = i == 0 ? context.guard() : Condition.and(context.guard(), exists(before(i, wheres)));
            var plain = new Statement.Select(
                    labels.get(i),
                    table.name(),
                    List.copyOf(fields.get(i)),
                    Condition.and(wheres.get(i).toArray(Condition[]::new)),
                    i == main() ? pick : Pick.all(),
                    guard);
            statements.add(i == main() ? locks.on(table, plain) : plain);
        }
        List<String> missing =
                outer.stream().map(table -> labels.get(tables.indexOf(table))).toList();
        return new Emitted(statements, labels.get(main()), columns, isOneRow, missing);
    }

    /** Returns the last table whose rows have to exist: the rows of the result are its rows. */
    private int main() {
        int last = tables.size() - 1;
        while (outer.contains(tables.get(last))) {
            last--;
        }
        return last;
    }

    /** Returns the table that has to have a row before this one is looked at. */
    private int before(int table, List<List<Condition>> wheres) {
        int before = table - 1;
        if (outer.contains(tables.get(table))) {
            before = wheres.get(table).stream()
                    .flatMap(Condition::expressions)
                    .flatMap(part -> part instanceof Expression.Result(var label, var field, var row)
                            ? Stream.of(labels.indexOf(label))
                            : Stream.of())
                    .reduce(-1, Math::max);
        }
        if (before < 0) {
            before = table - 1;
        }
        while (outer.contains(tables.get(before)) && !outer.contains(tables.get(table))) {
            before--;
        }
        return before;
    }

    private Condition exists(int table) {
        return Condition.exists(labels.get(table));
    }

    /** Adds the conditions of joins to the list; returns false if the statement is left out. */
    private boolean from(PlainSelect select, List<net.sf.jsqlparser.expression.Expression> conditions) {
        var items = new ArrayList<net.sf.jsqlparser.statement.select.FromItem>();
        var left = new ArrayList<net.sf.jsqlparser.statement.select.FromItem>();
        if (select.getFromItem() != null) {
            items.add(select.getFromItem());
        }
        boolean isSimple = true;
        for (Join join : select.getJoins() == null ? List.<Join>of() : select.getJoins()) {
            if (join.isLeft()) {
                left.add(join.getFromItem());
            }
            items.add(join.getFromItem());
            isSimple &= (join.isLeft() || !join.isOuter()) && !join.isRight() && !join.isFull() && !join.isNatural();
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
            if (left.contains(item)) {
                outer.add(table.get());
            }
        }
        if (tables.isEmpty() || !isSimple || new LinkedHashSet<>(tables).size() < tables.size()) {
            translator.leftOut(
                    "a query without tables, or a join that is neither an inner nor a left join of several tables",
                    context);
            return false;
        }
        inFrom = List.copyOf(tables);
        return true;
    }

    /** Sorts the tables of a join so that keys are given for all but the last, and reports what the join costs. */
    private void joinByKeys(List<net.sf.jsqlparser.expression.Expression> conditions) {
        if (tables.size() < 2) {
            return;
        }
        String what = "a join of " + tables.size() + " tables";
        Optional<List<Table>> sorted =
                outer.isEmpty() ? new KeyedJoin(scope, conditions).sorted(tables) : Optional.empty();
        if (sorted.isEmpty()) {
            loss(what, "one query a table, each about the first row of those before");
            return;
        }
        tables.clear();
        tables.addAll(sorted.get());
        translator.diagnostics().more(context.origin(), what, "one query a table, one after the other");
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
            case JdbcNamedParameter hole ->
                translator
                        .diagnostics()
                        .error(
                                context.origin(),
                                "the name of a column that is selected is computed",
                                "expected a name that stands in the source");
            case net.sf.jsqlparser.expression.Expression other -> {
                columns.add(new Column(alias, computed(other)));
            }
        }
    }

    /** Returns an item that is no column. Fields in it are not known yet, so they make it unknown. */
    private Column.Source computed(net.sf.jsqlparser.expression.Expression sql) {
        List<Column.Stored> from = stored(ColumnsIn.of(sql));
        return from.isEmpty()
                ? new Column.Computed(terms.expression(sql))
                : new Column.Unknown("the column " + sql + ", which is computed,", from);
    }

    /** Notes that columns of the tables are read, and returns them. */
    private List<Column.Stored> stored(List<net.sf.jsqlparser.schema.Column> read) {
        var stored = new ArrayList<Column.Stored>();
        for (net.sf.jsqlparser.schema.Column column : read) {
            if (scope.table(column).isPresent()) {
                stored(column, "").ifPresent(stored::add);
                columns.removeLast();
            }
        }
        return stored;
    }

    private void allColumns() {
        for (Table table : inFrom) {
            int index = tables.indexOf(table);
            for (String field : table.allFields()) {
                fields.get(index).add(field);
                columns.add(new Column(field, new Column.Stored(labels.get(index), field)));
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
            columns.add(new Column(column, new Column.Counted(labels.get(main()))));
        } else if (argument.isPresent() && name.equals("SUM")) {
            columns.add(new Column(
                    column,
                    new Column.Summed(argument.get().label(), argument.get().field())));
        } else if (argument.isPresent() && (name.equals("MIN") || name.equals("MAX")) && areFunctions.isEmpty()) {
            String field = argument.get().field();
            pick = name.equals("MIN") ? new Pick.Least(field) : new Pick.Greatest(field);
            areFunctions.add(columns.size());
            columns.add(new Column(column, argument.get()));
        } else {
            all();
            areFunctions.add(columns.size());
            columns.add(new Column(
                    column,
                    new Column.Unknown(
                            "the function " + function,
                            function.getParameters() == null ? List.of() : stored(ColumnsIn.of(function)))));
        }
    }

    /** Takes back that one row has a least or greatest value: beside another function, all rows are looked at. */
    private void all() {
        pick = Pick.all();
        for (int index : areFunctions) {
            Column one = columns.get(index);
            if (one.source() instanceof Column.Stored stored) {
                columns.set(index, new Column(one.name(), new Column.Unknown("MIN or MAX", List.of(stored))));
            }
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
            pick = new Pick.Least(tables.get(main()).key().getFirst());
        } else if (isFirst && order.getFirst().getExpression() instanceof net.sf.jsqlparser.schema.Column column) {
            Table table = scope.table(column).orElse(tables.get(main()));
            String field = Schema.field(table, column.getColumnName()).orElse("");
            if (!tables.get(main()).equals(table) || field.isEmpty()) {
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
