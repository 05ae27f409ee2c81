package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.Parameter;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.TargetRows;
import moirai.mockstore.sql.query.CommonChanges;
import moirai.mockstore.sql.query.Environment;
import moirai.mockstore.sql.query.QueryCompiler;
import moirai.mockstore.sql.query.TargetQuery;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.delete.ParenthesedDelete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.insert.ParenthesedInsert;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.update.ParenthesedUpdate;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import org.jspecify.annotations.Nullable;

/** Compiles INSERT, UPDATE and DELETE. */
public record ChangeCompiler(Environment environment) {

    /**
     * Returns the plan of an INSERT.
     *
     * @throws StoreException if it refers to something that does not exist, or needs an unsupported construct (SQLSTATE
     *    0A000)
     */
    public ChangePlan insert(Insert insert) {
        Environment inside = QueryCompiler.commonTables(environment, insert.getWithItemsList());
        return new InsertCompiler(inside, insert).compile();
    }

    /** Returns the plan of an UPDATE; exceptions are those of {@link #insert}. */
    public ChangePlan update(Update update) {
        Unsupported.besides(
                update,
                "columns expressions fromItem joins returningClause select table targetTableAlias updateSets "
                        + "useColumnsBrackets useSelect where withItemsList");
        Environment inside = QueryCompiler.commonTables(environment, update.getWithItemsList());
        Table table = inside.table(update.getTable());
        TargetQuery query = TargetQuery.of(inside, table, alias(update.getTable()));
        TargetRows found = query.find(update.getFromItem(), update.getJoins(), update.getWhere());
        Map<Integer, SqlExpression> assignments = assignments(update.getUpdateSets(), table, query);
        return new UpdatePlan(target(inside, table), found, assignments, returning(query, update.getReturningClause()));
    }

    /** Returns the plan of a DELETE; exceptions are those of {@link #insert}. */
    public ChangePlan delete(Delete delete) {
        Unsupported.besides(
                delete, "hasFrom joins returningClause table usingFromItemList usingList where withItemsList");
        if (delete.getJoins() != null && !delete.getJoins().isEmpty()) {
            throw Unsupported.refuse("a join in DELETE: " + delete);
        }
        Environment inside = QueryCompiler.commonTables(environment, delete.getWithItemsList());
        Table table = inside.table(delete.getTable());
        TargetQuery query = TargetQuery.of(inside, table, alias(delete.getTable()));
        List<FromItem> using = delete.getUsingFromItemList();
        if (using != null && using.size() > 1) {
            throw Unsupported.refuse("more than one table after USING in: " + delete);
        }
        FromItem other = using == null || using.isEmpty() ? null : using.getFirst();
        TargetRows found = query.find(other, null, delete.getWhere());
        return new DeletePlan(target(inside, table), found, returning(query, delete.getReturningClause()));
    }

    /** Returns a change in WITH; exceptions are those of {@link #insert}. */
    public static CommonChanges.Change common(Environment environment, Statement change) {
        var compiler = new ChangeCompiler(environment);
        return switch (change) {
            case ParenthesedInsert insert ->
                new CommonChanges.Change(
                        new ChangedRows(compiler.insert(insert.getInsert())),
                        affected(
                                environment,
                                insert.getInsert().getTable(),
                                insert.getInsert().getConflictAction() != null));
            case ParenthesedUpdate update ->
                new CommonChanges.Change(
                        new ChangedRows(compiler.update(update.getUpdate())),
                        affected(environment, update.getUpdate().getTable(), true));
            case ParenthesedDelete delete ->
                new CommonChanges.Change(
                        new ChangedRows(compiler.delete(delete.getDelete())),
                        affected(environment, delete.getDelete().getTable(), true));
            default -> throw Unsupported.refuse("WITH a statement of another kind: " + change);
        };
    }

    /**
     * Returns the names of the tables whose rows a change changes, and of those that the table refers to, because
     * references are checked when the change ends and not when the whole statement does.
     *
     * @param cascades whether rows that refer to those of the table may change too
     */
    private static Set<String> affected(
            Environment environment, net.sf.jsqlparser.schema.Table name, boolean cascades) {
        TableSchema table = environment.table(name).schema();
        var affected = new TreeSet<>(Set.of(table.name()));
        if (cascades) {
            addReferring(environment, table.name(), affected);
        }
        for (String changed : List.copyOf(affected)) {
            environment.catalog().table(changed).foreignKeys().forEach(key -> affected.add(key.target()));
        }
        return affected;
    }

    private static void addReferring(Environment environment, String table, Set<String> found) {
        environment.catalog().references(table).forEach(reference -> {
            if (found.add(reference.table().name())) {
                addReferring(environment, reference.table().name(), found);
            }
        });
    }

    static ChangedTable target(Environment environment, Table table) {
        return new ChangedTable(table, environment.catalog(), environment.storage());
    }

    static String alias(net.sf.jsqlparser.schema.Table name) {
        return Identifiers.of(
                name.getAlias() == null ? name.getName() : name.getAlias().getName());
    }

    static Returning returning(TargetQuery query, @Nullable ReturningClause clause) {
        TargetQuery.Selected selected = query.returning(clause);
        return new Returning(selected.expressions(), selected.outputs());
    }

    /** Returns the expressions that SET assigns, by column. */
    static Map<Integer, SqlExpression> assignments(List<UpdateSet> sets, Table table, TargetQuery query) {
        var assignments = new TreeMap<Integer, SqlExpression>();
        for (UpdateSet set : sets) {
            List<Column> columns = List.copyOf(set.getColumns());
            List<? extends Expression> values = values(set, columns.size());
            for (int index = 0; index < columns.size(); index++) {
                int column = target(columns.get(index), table);
                if (table.schema().column(column).isGenerated()) {
                    requireDefault(table.schema().column(column), values.get(index), "UPDATE");
                    continue;
                }
                SqlExpression value = value(table.schema().column(column), values.get(index), query);
                if (assignments.put(column, value) != null) {
                    throw new StoreException(
                            "42601", "multiple assignments to same column \"" + columns.get(index) + "\"");
                }
            }
        }
        return assignments;
    }

    private static int target(Column name, Table table) {
        requireWhole(name);
        if (name.getTable() != null) {
            throw new StoreException("42703", "a target column of SET cannot be qualified: " + name);
        }
        return table.schema().require(Identifiers.of(name.getColumnName()));
    }

    private static List<? extends Expression> values(UpdateSet set, int count) {
        List<? extends Expression> values = List.copyOf(set.getValues());
        if (values.size() == 1 && count > 1 && values.getFirst() instanceof ExpressionList<?> list) {
            values = List.copyOf(list);
        }
        if (values.size() == 1 && count > 1 && values.getFirst() instanceof Select) {
            throw Unsupported.refuse("a sub-query that assigns several columns: " + set.getValues());
        }
        if (values.size() != count) {
            throw new StoreException("42601", "number of columns does not match number of values: " + set.getValues());
        }
        return values;
    }

    /** Fails if a statement gives a generated column a value of its own. */
    private static void requireDefault(ColumnSchema column, Expression written, String command) {
        if (!isDefault(written)) {
            throw Violations.ofGenerated(column, command);
        }
    }

    /** Returns the value of a column as a statement writes it, which may be DEFAULT. */
    static SqlExpression value(ColumnSchema column, Expression written, TargetQuery query) {
        if (isDefault(written)) {
            return defaultOf(column);
        }
        if (column.isGenerated()) {
            throw Violations.ofGenerated(column, "INSERT");
        }
        if (column.defaultValue() instanceof ColumnDefault.Generated generated && generated.always()) {
            throw new StoreException(
                    "428C9",
                    "cannot insert or update a value of column \"%s\": it is GENERATED ALWAYS; accepted is DEFAULT"
                            .formatted(column.name()));
        }
        ForeignType foreign = column.type().foreign();
        if (foreign != null && written instanceof Column other) {
            return query.passedOn(other, foreign);
        }
        Expression bare = withoutCast(column, written);
        SqlExpression value = query.compile(bare);
        return Coercion.assignment(
                value instanceof Parameter parameter && !bare.equals(written) ? parameter.untyped() : value,
                column.type(),
                column.name());
    }

    /** Returns what is cast to the type of a column of which only PostgreSQL knows the type; else the expression. */
    public static Expression withoutCast(ColumnSchema column, Expression written) {
        return column.type().foreign() != null
                        && written instanceof CastExpression cast
                        && column.type().foreign().isNamed(cast.getColDataType().toString())
                ? cast.getLeftExpression()
                : written;
    }

    private static boolean isDefault(Expression written) {
        return written instanceof Column column
                && column.getTable() == null
                && column.getColumnName().equalsIgnoreCase("default");
    }

    static SqlExpression defaultOf(ColumnSchema column) {
        return switch (column.defaultValue()) {
            case ColumnDefault.None none -> Coercion.assignment(Constant.NULL, column.type(), column.name());
            case ColumnDefault.Computed computed -> computed.expression();
            // It is computed when the others are known.
            case ColumnDefault.OfColumns generated -> Constant.NULL;
            case ColumnDefault.Generated generated ->
                Coercion.assignment(
                        new Computed(SqlType.BIGINT, frame -> frame.nextValue(generated.sequence())),
                        column.type(),
                        column.name());
        };
    }

    private static void requireWhole(Column name) {
        if (name.getArrayConstructor() != null) {
            throw Unsupported.refuse("a part of a column as a target: " + name);
        }
    }

    /** Returns the numbers of the columns in a list of names; all columns if there is no list. */
    static List<Integer> columns(Table table, @Nullable ExpressionList<Column> names) {
        if (names == null) {
            return table.schema().columnNumbers();
        }
        var columns = new ArrayList<Integer>();
        Set<Integer> seen = new TreeSet<>();
        for (Column name : names) {
            requireWhole(name);
            int column = table.schema().require(Identifiers.of(name.getColumnName()));
            if (!seen.add(column)) {
                throw new StoreException("42701", "column \"" + name + "\" specified more than once");
            }
            columns.add(column);
        }
        return columns;
    }
}
