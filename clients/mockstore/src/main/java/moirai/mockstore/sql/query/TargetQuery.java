package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.ColumnReference;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.TargetRows;
import moirai.mockstore.sql.plan.Waiting;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.ForeignType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import org.jspecify.annotations.Nullable;

/** The query inside a statement that changes a table's rows: the table is source 0, other sources may follow. */
public record TargetQuery(QueryScope scope) {

    /** Returns a query for rows that are found in the table. */
    public static TargetQuery of(Environment environment, Table table, String alias) {
        var scope = new QueryScope(environment, null).ofChange();
        scope.add(Source.of(alias, table));
        return new TargetQuery(scope);
    }

    /** Returns a query for rows that the statement provides. */
    public static TargetQuery given(Environment environment, Table table, String alias) {
        var scope = new QueryScope(environment, null).ofChange();
        scope.add(Source.given(alias, table, false));
        return new TargetQuery(scope);
    }

    /** Returns a query without any columns. */
    public static TargetQuery without(Environment environment) {
        return new TargetQuery(new QueryScope(environment, null).ofChange());
    }

    /** Adds a source of rows with the table's columns, which the statement provides and {@code *} leaves out. */
    public TargetQuery plus(String alias, Table table) {
        scope.add(Source.given(alias, table, true));
        return this;
    }

    /** Returns the number of sources. */
    public int sources() {
        return scope.sources().size();
    }

    /**
     * Returns the rows of the table, and of other sources if there are any, that satisfy a condition.
     */
    public TargetRows find(@Nullable FromItem from, @Nullable List<Join> joins, @Nullable Expression where) {
        JoinTree tree = new JoinTree.Leaf(0);
        if (from != null) {
            tree = new JoinTree.Join(JoinTree.Kind.INNER, tree, new FromClause(scope).of(from, joins), List.of());
        }
        var conjuncts = new ArrayList<Conjunct>();
        if (where != null) {
            conjuncts.addAll(Conjunct.of(where, scope));
        }
        var again = new ArrayList<>(conjuncts);
        again.addAll(tree.conditions());
        return new TargetRows(
                new JoinPlanner(scope, Set.of(), Waiting.WAIT).plan(tree, conjuncts),
                sources(),
                Conjunct.recheck(
                        again,
                        tree.nullable().isEmpty()
                                ? ""
                                : "a change by an outer join, of a row that another transaction has changed"
                                        + " meanwhile"));
    }

    /** Compiles an expression over the sources. */
    public SqlExpression compile(Expression expression) {
        return scope.compileOrAsk(expression).expression();
    }

    /**
     * Compiles a column whose value is passed on to one of a type that only PostgreSQL has.
     *
     * @throws moirai.mockstore.StoreException if it is not of that type (SQLSTATE 42804)
     */
    public SqlExpression passedOn(Column column, ForeignType type) {
        ColumnReference found = scope.passedOn(column);
        if (!scope.output(found).map(output -> output.type().foreign()).equals(Optional.of(type))) {
            throw new StoreException("42804", "\"" + column + "\" is not of type " + type.name());
        }
        return found;
    }

    /** Compiles an expression without sub-queries. */
    public SqlExpression constant(Expression expression) {
        scope.refuseSubqueries();
        return compile(expression);
    }

    /**
     * A condition over the columns of source 0.
     *
     * @param columns that it needs, by number
     */
    public record RowCondition(SqlExpression expression, List<Integer> columns) {

        public RowCondition {
            columns = List.copyOf(columns);
        }
    }

    /** Compiles a condition without sub-queries over source 0. */
    public RowCondition condition(Expression expression) {
        scope.refuseSubqueries();
        QueryScope.Compiled compiled = scope.compileOrAsk(expression);
        return new RowCondition(
                compiled.expression(),
                compiled.usage().columns(0).stream().boxed().toList());
    }

    /** The compiled columns of a RETURNING clause. */
    public record Selected(List<SqlExpression> expressions, List<Output> outputs) {

        public Selected {
            expressions = List.copyOf(expressions);
            outputs = List.copyOf(outputs);
        }
    }

    /** Compiles RETURNING, which may use no sub-queries, because the statement has changed the rows by then. */
    public Selected returning(@Nullable ReturningClause clause) {
        if (clause == null) {
            return new Selected(List.of(), List.of());
        }
        Unsupported.besides(clause, "keyword first last");
        scope.refuseSubqueries();
        List<SelectList.Item> items = new SelectList(scope).of(clause);
        return new Selected(
                items.stream().map(SelectList.Item::expression).toList(),
                items.stream().map(SelectList.Item::output).toList());
    }
}
