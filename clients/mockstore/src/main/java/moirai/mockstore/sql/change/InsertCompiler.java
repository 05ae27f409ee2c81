package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.ForeignExpression;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.ColumnReference;
import moirai.mockstore.sql.plan.Conditions;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.plan.queries.SelectPlan;
import moirai.mockstore.sql.query.Environment;
import moirai.mockstore.sql.query.QueryCompiler;
import moirai.mockstore.sql.query.Retyping;
import moirai.mockstore.sql.query.TargetQuery;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.insert.ConflictActionType;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.insert.InsertConflictAction;
import net.sf.jsqlparser.statement.insert.InsertConflictTarget;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.Values;
import org.jspecify.annotations.Nullable;

/** Compiles INSERT. */
final class InsertCompiler {

    private static final Pattern QUERY = Pattern.compile("\\bSELECT\\b", Pattern.CASE_INSENSITIVE);

    private final Environment environment;
    private final Insert insert;
    private final Table table;
    private final String alias;

    InsertCompiler(Environment environment, Insert insert) {
        this.environment = environment;
        this.insert = insert;
        this.table = environment.table(insert.getTable());
        this.alias = ChangeCompiler.alias(insert.getTable());
    }

    ChangePlan compile() {
        Unsupported.besides(
                insert,
                "columns conflictAction conflictTarget onlyDefaultValues returningClause select table useValues "
                        + "useSelectBrackets withItemsList");
        ChangedTable target = ChangeCompiler.target(environment, table);
        Returning returning =
                ChangeCompiler.returning(TargetQuery.given(environment, table, alias), insert.getReturningClause());
        InsertPlan.Rows source = source();
        InsertPlan.OnConflict conflict = conflict();
        switch (source) {
            case InsertPlan.Rows.Written written -> written.rows().forEach(Folding::requirePossible);
            case InsertPlan.Rows.Selected selected -> Folding.requirePossible(selected.values());
        }
        Folding.requirePossible(conflict.assignments().values());
        return new InsertPlan(target, source, conflict, returning);
    }

    private InsertPlan.Rows source() {
        Select select = insert.getSelect();
        if (insert.isOnlyDefaultValues() || select == null) {
            return new InsertPlan.Rows.Written(List.of(row(List.of(), List.of())), false);
        }
        List<Integer> columns = ChangeCompiler.columns(table, insert.getColumns());
        boolean named = insert.getColumns() != null;
        if (select instanceof Values values && isPlain(values)) {
            if (QueryCompiler.rows(values).stream().map(List::size).distinct().count() > 1) {
                throw new StoreException("42601", "VALUES lists must all be the same length");
            }
            return new InsertPlan.Rows.Written(
                    QueryCompiler.rows(values).stream()
                            .map(row -> row(columns(columns, row.size(), named), row))
                            .toList(),
                    QUERY.matcher(values.toString()).find());
        }
        return selected(select, columns, named);
    }

    private static boolean isPlain(Values values) {
        return values.getOrderByElements() == null && values.getLimit() == null && values.getWithItemsList() == null;
    }

    /** Returns the columns that the values are for: those named, or else the table's first columns. */
    private static List<Integer> columns(List<Integer> columns, int values, boolean named) {
        if (values > columns.size() || (named && values < columns.size())) {
            throw new StoreException(
                    "42601",
                    String.format(
                            Locale.ROOT, "INSERT has %d expressions for %d target columns", values, columns.size()));
        }
        return columns.subList(0, values);
    }

    private List<SqlExpression> row(List<Integer> columns, List<? extends Expression> written) {
        TargetQuery query = TargetQuery.without(environment);
        Map<Integer, SqlExpression> given = new TreeMap<>();
        for (int index = 0; index < columns.size(); index++) {
            ColumnSchema column = table.schema().column(columns.get(index));
            given.put(columns.get(index), ChangeCompiler.value(column, written.get(index), query));
        }
        return complete(given);
    }

    private List<SqlExpression> complete(Map<Integer, SqlExpression> given) {
        var row = new ArrayList<SqlExpression>();
        for (int number = 0; number < table.schema().columns().size(); number++) {
            ColumnSchema column = table.schema().column(number);
            SqlExpression value = given.get(number);
            row.add(value == null ? ChangeCompiler.defaultOf(column) : value);
        }
        return row;
    }

    private InsertPlan.Rows selected(Select select, List<Integer> allColumns, boolean named) {
        QueryPlan untyped = new QueryCompiler(environment).compileUntyped(select);
        List<Integer> columns = columns(allColumns, untyped.outputs().size(), named);
        List<SqlType> types = IntStream.range(0, columns.size())
                .mapToObj(index -> {
                    SqlType type = untyped.types().get(index);
                    return type == SqlType.UNKNOWN
                            ? table.schema().column(columns.get(index)).type().type()
                            : type;
                })
                .toList();
        QueryPlan plan = Retyping.of(untyped, types);
        var given = new TreeMap<Integer, SqlExpression>();
        for (int index = 0; index < columns.size(); index++) {
            ColumnSchema column = table.schema().column(columns.get(index));
            if (column.isGenerated()) {
                throw Violations.ofGenerated(column, "INSERT");
            }
            if (column.defaultValue() instanceof ColumnDefault.Generated generated && generated.always()) {
                throw new StoreException(
                        "428C9", "cannot insert a value into column \"" + column.name() + "\": it is GENERATED ALWAYS");
            }
            SqlExpression value = constant(plan, index).orElse(new ColumnReference(0, 0, index, types.get(index)));
            given.put(columns.get(index), Coercion.assignment(value, column.type(), column.name()));
        }
        return new InsertPlan.Rows.Selected(plan, complete(given));
    }

    /** Returns the column of a query if it is a constant: PostgreSQL converts it when it plans the statement. */
    private static Optional<SqlExpression> constant(QueryPlan plan, int column) {
        return plan instanceof SelectPlan select
                        && !select.arrangement().distinct()
                        && isConstant(select.projection().get(column))
                ? Optional.of(select.projection().get(column))
                : Optional.empty();
    }

    private static boolean isConstant(SqlExpression expression) {
        return expression instanceof Constant
                || (expression instanceof ForeignExpression foreign
                        && foreign.call().constant() != null);
    }

    private InsertPlan.OnConflict conflict() {
        InsertConflictAction action = insert.getConflictAction();
        if (action == null) {
            return InsertPlan.OnConflict.FAIL;
        }
        Unsupported.besides(action, "conflictActionType updateSets whereExpression");
        Set<String> arbiters = arbiters(insert.getConflictTarget());
        if (action.getConflictActionType() == ConflictActionType.DO_NOTHING) {
            return new InsertPlan.OnConflict(arbiters, Map.of(), Conditions.NONE, true);
        }
        if (insert.getConflictTarget() == null) {
            throw new StoreException("42601", "ON CONFLICT DO UPDATE requires columns or a constraint name");
        }
        TargetQuery query = TargetQuery.of(environment, table, alias).plus("excluded", table);
        Conditions where = action.getWhereExpression() == null
                ? Conditions.NONE
                : new Conditions(List.of(Coercion.condition(query.compile(action.getWhereExpression()), "WHERE")));
        return new InsertPlan.OnConflict(
                arbiters, ChangeCompiler.assignments(action.getUpdateSets(), table, query), where, false);
    }

    /** Returns the names of the keys whose conflicts the ON CONFLICT clause handles. */
    private Set<String> arbiters(@Nullable InsertConflictTarget target) {
        List<KeySchema> keys = table.schema().allKeys();
        if (target == null) {
            return Set.copyOf(keys.stream().map(KeySchema::name).toList());
        }
        return new Arbiters(table.schema(), target).names();
    }
}
