package moirai.sources.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.sql.tables.Schema;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import org.jspecify.annotations.Nullable;

/** Translates statements of SQL in the context of their execution. */
public final class SqlTranslator {

    /** The words by which Cassandra is told to look at rows whose keys are not given; they change no result. */
    private static final Pattern FILTERING = Pattern.compile("(?i)\\s+ALLOW\\s+FILTERING\\s*;?\\s*\\z");

    /** A semicolon outside of quotes with something behind it. */
    private static final Pattern SEVERAL = Pattern.compile("\\A(?:[^';]|'[^']*+')*+;\\s*+[^\\s;]");

    private final Schema schema;
    private final Constants constants;
    private final Diagnostics diagnostics;
    private final ConcurrentMap<String, net.sf.jsqlparser.statement.Statement> parsed = new ConcurrentHashMap<>();

    /** Makes a translator on these tables. */
    public SqlTranslator(Schema schema, Constants constants, Diagnostics diagnostics) {
        this.schema = schema;
        this.constants = constants;
        this.diagnostics = diagnostics;
    }

    /** Translates a text, in which holes are named parameters. Reports what it cannot take over. */
    public Emitted translate(String sql, SqlContext context) {
        if (SEVERAL.matcher(sql).find()) {
            return leftOut("several statements in one text", context);
        }
        net.sf.jsqlparser.statement.Statement statement = parsed.get(sql);
        if (statement == null) {
            try {
                statement = CCJSqlParserUtil.parse(
                        FILTERING.matcher(sql).replaceFirst("").strip());
            } catch (JSQLParserException unreadable) {
                unreadable(sql, Schema.reason(unreadable), context);
                return Emitted.nothing();
            }
            parsed.put(sql, statement);
        }
        return switch (statement) {
            case net.sf.jsqlparser.statement.Statement with
            when hasCommonTables(with) -> leftOut("a statement with WITH", context);
            case PlainSelect select -> new SelectTranslator(this, context).translate(select);
            case Insert insert -> insert(insert, context);
            case Update update -> update(update, context);
            // The parser takes DELETE by itself for a statement.
            case Delete delete when delete.getTable() == null -> leftOut("a DELETE without a table", context);
            case Delete delete -> delete(delete, context);
            default -> leftOut("a statement that is neither a plain SELECT nor INSERT, UPDATE or DELETE", context);
        };
    }

    /** Returns the numbers of the texts that stand in statements. */
    public Constants constants() {
        return constants;
    }

    /** Returns the texts that were translated, in no order; values in them are named parameters. */
    public Set<String> texts() {
        return Set.copyOf(parsed.keySet());
    }

    private static boolean hasCommonTables(net.sf.jsqlparser.statement.Statement statement) {
        return switch (statement) {
            case PlainSelect select -> isAny(select.getWithItemsList());
            case Insert insert -> isAny(insert.getWithItemsList());
            case Update update -> isAny(update.getWithItemsList());
            case Delete delete -> isAny(delete.getWithItemsList());
            default -> false;
        };
    }

    private void unreadable(String sql, String reason, SqlContext context) {
        String what = sql.contains(":" + SqlText.HOLE)
                ? "the name of a table or column, or a part of the statement, is computed"
                : "the SQL cannot be read: " + reason;
        diagnostics.error(context.origin(), what, "expected SQL in which only values are computed");
    }

    Emitted leftOut(String what, SqlContext context) {
        diagnostics.loss(context.origin(), what, "the statement is left out");
        return Emitted.nothing();
    }

    /** Returns the table; reports an error if there is none. */
    Optional<Table> table(net.sf.jsqlparser.schema.Table named, SqlContext context) {
        Optional<Table> table = schema.table(named.getName());
        if (table.isEmpty()) {
            diagnostics.error(
                    context.origin(),
                    "there is no definition of table " + named.getName(),
                    "expected one of "
                            + schema.tables().stream().map(Table::name).toList()
                            + ", or a CREATE TABLE in the sources or in a file of --ddl");
        }
        return table;
    }

    Terms terms(Scope scope, SqlContext context) {
        return new Terms(scope, context, constants, schema, diagnostics);
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    private Emitted insert(Insert insert, SqlContext context) {
        Optional<Table> found = table(insert.getTable(), context);
        if (found.isEmpty()) {
            return Emitted.nothing();
        }
        if (!(insert.getSelect() instanceof Values values)) {
            return leftOut("rows are inserted from a query", context);
        }
        if (insert.isModifierIgnore()
                || insert.getConflictTarget() != null
                || insert.getConflictAction() != null
                || insert.getDuplicateAction() != null) {
            diagnostics.loss(context.origin(), "the insert says what to do if the row is there", "replaces the row");
        }
        ExpressionList<?> list = values.getExpressions();
        boolean isMany = !(list instanceof ParenthesedExpressionList<?>)
                && list.stream().allMatch(row -> row instanceof ParenthesedExpressionList<?>);
        List<? extends net.sf.jsqlparser.expression.Expression> rows = isMany ? list : List.of(list);
        var statements = new ArrayList<Statement>();
        for (net.sf.jsqlparser.expression.Expression row : rows) {
            statements.add(row(insert, found.get(), (ExpressionList<?>) row, context));
        }
        Statement last = statements.getLast();
        return new Emitted(
                statements, last.label(), returning(insert.getReturningClause(), found.get(), last, context), true);
    }

    private Statement row(Insert insert, Table table, ExpressionList<?> row, SqlContext context) {
        List<String> columns = insert.getColumns() == null
                ? table.allFields().stream()
                        .filter(field -> !field.equals(Schema.ROW))
                        .toList()
                : insert.getColumns().stream()
                        .map(column -> column.getColumnName())
                        .toList();
        Terms terms = terms(new Scope(), context);
        var assignments = new ArrayList<Assignment>();
        for (int i = 0; i < Math.min(columns.size(), row.size()); i++) {
            Optional<String> field = Schema.field(table, columns.get(i));
            if (field.isEmpty()) {
                unknownColumn(columns.get(i), table, context);
            } else if (!row.get(i).toString().equalsIgnoreCase("DEFAULT")) {
                assignments.add(new Assignment(field.get(), terms.stored(row.get(i))));
            }
        }
        for (String key : table.key()) {
            if (assignments.stream().noneMatch(assignment -> assignment.field().equals(key))) {
                if (key.equals(Schema.ROW)) {
                    diagnostics.loss(
                            context.origin(),
                            "table " + table.name() + " has no primary key",
                            "the row is given a key that is not known");
                } else {
                    diagnostics.loss(
                            context.origin(),
                            "the database itself makes the value of " + table.name() + "." + key,
                            "taken for any number");
                }
                assignments.addFirst(new Assignment(key, context.any(key)));
            }
        }
        omitted(table, assignments, terms, context);
        return new Statement.Insert(context.label("i"), table.name(), assignments, context.guard());
    }

    /** Adds the columns without a value. They have their default, which is NULL for most, and NULL is 0 here. */
    private void omitted(Table table, List<Assignment> assignments, Terms terms, SqlContext context) {
        for (String field : table.fields()) {
            if (assignments.stream().anyMatch(assignment -> assignment.field().equals(field))) {
                continue;
            }
            String initial = schema.initial(table, field);
            Optional<net.sf.jsqlparser.expression.Expression> literal = literal(initial);
            if (literal.isPresent()) {
                assignments.add(new Assignment(field, terms.stored(literal.get())));
                continue;
            }
            if (!initial.isEmpty() && !initial.equalsIgnoreCase("NULL")) {
                assignments.add(new Assignment(field, context.any(field)));
            }
            schema.constraints().omitted(context.origin(), table.name(), field, initial);
        }
    }

    private static Optional<net.sf.jsqlparser.expression.Expression> literal(String sql) {
        if (!sql.matches("(?is)\\(?([+-]?\\d+(\\.\\d+)?|'.*'|TRUE|FALSE)\\)?")) {
            return Optional.empty();
        }
        try {
            return Optional.of(CCJSqlParserUtil.parseExpression(sql));
        } catch (JSQLParserException unreadable) {
            return Optional.empty();
        }
    }

    private void unknownColumn(String column, Table table, SqlContext context) {
        diagnostics.error(
                context.origin(),
                "table " + table.name() + " has no column " + column,
                "expected one of " + table.allFields());
    }

    /** Returns the columns of RETURNING, as the statement itself assigned them. */
    private List<Column> returning(ReturningClause clause, Table table, Statement statement, SqlContext context) {
        var columns = new ArrayList<Column>();
        for (SelectItem<?> item : clause == null ? List.<SelectItem<?>>of() : clause) {
            String name = item.getAliasName() == null ? item.toString() : item.getAliasName();
            Optional<Expression> value = statement.assignments().stream()
                    .filter(assignment -> assignment.field().equalsIgnoreCase(Schema.plain(item.toString())))
                    .filter(assignment ->
                            assignment.value().parts().noneMatch(part -> part instanceof Expression.Field))
                    .map(Assignment::value)
                    .findFirst();
            if (value.isEmpty()) {
                diagnostics.loss(context.origin(), table.name() + "." + name + " is returned", "taken for any number");
            }
            columns.add(new Column(
                    Schema.plain(name), new Column.Computed(value.orElseGet(() -> context.any("returned")))));
        }
        return columns;
    }

    private Emitted update(Update update, SqlContext context) {
        Optional<Table> found = table(update.getTable(), context);
        if (found.isEmpty()) {
            return Emitted.nothing();
        }
        if (update.getFromItem() != null || isAny(update.getJoins()) || isAny(update.getStartJoins())) {
            return leftOut("an UPDATE of several tables", context);
        }
        if (update.getUpdateSets().stream()
                .anyMatch(set -> set.getColumns().size() != set.getValues().size())) {
            return leftOut("several columns are set together", context);
        }
        limited(update.getLimit() != null || isAny(update.getOrderByElements()), context);
        Table table = found.get();
        Terms terms = terms(Scope.of(table, update.getTable()), context);
        var assignments = new ArrayList<Assignment>();
        for (UpdateSet set : update.getUpdateSets()) {
            for (int i = 0; i < set.getColumns().size(); i++) {
                String column = set.getColumn(i).getColumnName();
                Optional<String> field = Schema.field(table, column);
                if (field.isEmpty()) {
                    unknownColumn(column, table, context);
                    return Emitted.nothing();
                }
                if (table.key().contains(field.get())) {
                    return leftOut("the key " + table.name() + "." + field.get() + " is changed", context);
                }
                assignments.add(new Assignment(field.get(), terms.stored(set.getValue(i))));
            }
        }
        Condition where = where(update.getWhere(), terms);
        boolean isAtomic = isAtomic(assignments, where);
        var statement =
                new Statement.Update(context.label("u"), table.name(), assignments, where, context.guard(), isAtomic);
        return new Emitted(
                List.of(statement),
                statement.label(),
                returning(update.getReturningClause(), table, statement, context),
                false);
    }

    private void limited(boolean isLimited, SqlContext context) {
        if (isLimited) {
            diagnostics.loss(context.origin(), "the number of rows is limited", "all rows are changed");
        }
    }

    /**
     * Returns whether a field is changed from which the new values are made, or that decides whether the row is
     * changed.
     */
    private static boolean isAtomic(List<Assignment> assignments, Condition where) {
        return assignments.stream()
                .anyMatch(assignment -> assignment.value().parts().anyMatch(part -> part instanceof Expression.Field)
                        || where.expressions().anyMatch(part -> part.equals(new Expression.Field(assignment.field()))));
    }

    private static boolean isAny(@Nullable List<?> list) {
        return list != null && !list.isEmpty();
    }

    private Emitted delete(Delete delete, SqlContext context) {
        Optional<Table> found = table(delete.getTable(), context);
        if (found.isEmpty()) {
            return Emitted.nothing();
        }
        if (isAny(delete.getUsingFromItemList()) || isAny(delete.getJoins())) {
            return leftOut("a DELETE with several tables", context);
        }
        limited(delete.getLimit() != null || isAny(delete.getOrderByElements()), context);
        Terms terms = terms(Scope.of(found.get(), delete.getTable()), context);
        var statement = new Statement.Delete(
                context.label("d"), found.get().name(), where(delete.getWhere(), terms), context.guard());
        return new Emitted(List.of(statement), statement.label(), List.of(), false);
    }

    static Condition where(net.sf.jsqlparser.expression.@Nullable Expression where, Terms terms) {
        return where == null ? Condition.always() : terms.condition(where);
    }
}
