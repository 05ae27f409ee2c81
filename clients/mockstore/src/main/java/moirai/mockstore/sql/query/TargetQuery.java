package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.syntax.Unsupported;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import org.jspecify.annotations.Nullable;

/** The query inside a statement that changes a table's rows: the table is source 0, other sources may follow. */
public final class TargetQuery {

    private final QueryScope scope;

    private TargetQuery(QueryScope scope) {
        this.scope = scope;
    }

    /** For rows that are found in the table. */
    public static TargetQuery of(Environment environment, Table table, String alias) {
        var scope = new QueryScope(environment, null);
        scope.add(Source.of(alias, table));
        return new TargetQuery(scope);
    }

    /** For rows that the statement provides. */
    public static TargetQuery given(Environment environment, Table table, String alias) {
        var scope = new QueryScope(environment, null);
        scope.add(Source.given(alias, table, false));
        return new TargetQuery(scope);
    }

    /** Over no columns at all. */
    public static TargetQuery without(Environment environment) {
        return new TargetQuery(new QueryScope(environment, null));
    }

    /** Adds a row of the table's shape, which the statement provides, and which {@code *} leaves out. */
    public TargetQuery plus(String alias, Table table) {
        scope.add(Source.given(alias, table, true));
        return this;
    }

    /** How many sources there are. */
    public int sources() {
        return scope.sources().size();
    }

    /** The rows of the table, and of other sources if there are any, that satisfy a condition. */
    public Step find(@Nullable FromItem from, @Nullable List<Join> joins, @Nullable Expression where) {
        JoinTree tree = new JoinTree.Leaf(0);
        if (from != null) {
            tree = new JoinTree.Inner(tree, new FromClause(scope).of(from, joins), List.of());
        }
        var conjuncts = new ArrayList<Conjunct>();
        if (where != null) {
            conjuncts.addAll(Conjunct.of(where, scope));
        }
        return new JoinPlanner(scope, Set.of()).plan(tree, conjuncts);
    }

    /** An expression over the sources. */
    public SqlExpression compile(Expression expression) {
        return scope.compile(expression).expression();
    }

    /** An expression without sub-queries. */
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

    /** A condition without sub-queries over source 0. */
    public RowCondition condition(Expression expression) {
        scope.refuseSubqueries();
        QueryScope.Compiled compiled = scope.compile(expression);
        return new RowCondition(
                compiled.expression(),
                compiled.usage().columns(0).stream().boxed().toList());
    }

    /** What a RETURNING returns. */
    public record Selected(List<SqlExpression> expressions, List<Output> outputs) {

        public Selected {
            expressions = List.copyOf(expressions);
            outputs = List.copyOf(outputs);
        }
    }

    /** Understands RETURNING; it may use no sub-queries, since the statement has changed the rows by then. */
    public Selected returning(@Nullable ReturningClause clause) {
        if (clause == null) {
            return new Selected(List.of(), List.of());
        }
        Unsupported.besides(clause, "keyword", "first", "last");
        scope.refuseSubqueries();
        List<SelectList.Item> items = new SelectList(scope).of(clause);
        return new Selected(
                items.stream().map(SelectList.Item::expression).toList(),
                items.stream().map(SelectList.Item::output).toList());
    }
}
