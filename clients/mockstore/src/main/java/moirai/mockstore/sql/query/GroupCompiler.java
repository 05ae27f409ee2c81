package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.ColumnReference;
import moirai.mockstore.sql.plan.Conditions;
import moirai.mockstore.sql.plan.Grouping;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.plan.joins.Joins;
import moirai.mockstore.sql.syntax.Unsupported;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.GroupByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;

/**
 * Compiles GROUP BY, HAVING and aggregates. After grouping, an expression may use aggregates, the expressions of GROUP
 * BY, and columns that these determine: those of a source whose whole primary key is in GROUP BY.
 */
final class GroupCompiler {

    private final QueryScope scope;
    private final PlainSelect select;
    private final List<SelectList.Item> items;
    private final List<SqlExpression> keys = new ArrayList<>();
    private final Set<String> texts = new HashSet<>();
    private final Usage grouped = new Usage();
    private final boolean explicit;
    private Optional<QueryScope.Compiled> having = Optional.empty();

    GroupCompiler(QueryScope scope, PlainSelect select, List<SelectList.Item> items) {
        this.scope = scope;
        this.select = select;
        this.items = items;
        this.explicit = select.getGroupBy() != null;
        if (explicit) {
            keys(select.getGroupBy());
        }
    }

    private void keys(GroupByElement clause) {
        Unsupported.besides(clause, "groupByExpressionList groupByExpressions usingBrackets");
        for (Object element : clause.getGroupByExpressionList()) {
            if (!(element instanceof Expression expression) || isSeveralSets(expression)) {
                throw Unsupported.refuse("GROUP BY " + element);
            }
            key(expression);
        }
    }

    private static boolean isSeveralSets(Expression expression) {
        boolean rollup = expression instanceof Function function
                && List.of("rollup", "cube").contains(function.getName().toLowerCase(Locale.ROOT));
        return rollup || (expression instanceof ExpressionList<?> list && list.size() != 1);
    }

    private void key(Expression expression) {
        boolean isInputColumn =
                expression instanceof Column column && scope.find(column).isPresent();
        Optional<Integer> named = isInputColumn
                ? Optional.empty()
                : Arranging.named(
                        expression, items.stream().map(SelectList.Item::output).toList());
        scope.allowAggregates(false);
        SqlExpression key;
        if (named.isPresent()) {
            SelectList.Item item = items.get(named.get());
            key = item.expression();
            texts.add(item.text());
        } else {
            key = scope.compile(expression).expression();
            texts.add(expression.toString());
        }
        scope.allowAggregates(true);
        if (key instanceof ColumnReference column && column.levelsUp() == 0) {
            if (column.source() == scope.sources().size()) {
                throw new StoreException("42803", "aggregate functions are not allowed in GROUP BY: " + expression);
            }
            grouped.add(column.source(), column.column());
        }
        keys.add(key);
    }

    /**
     * Returns the step for the rows before grouping. Whether they are grouped is known when every expression has been
     * compiled.
     */
    Step group(Step rows, Optional<QueryScope.Compiled> condition) {
        having = condition;
        return rows;
    }

    /** Returns the step for the groups, if there are any, or else the rows. */
    Step finish(Step rows) {
        if (!isGrouped()) {
            return rows;
        }
        if (select.getForUpdate() != null) {
            throw new StoreException("0A000", "FOR UPDATE is not allowed with aggregate functions: " + select);
        }
        for (SelectList.Item item : items) {
            check(item.text(), item.usage());
        }
        having.ifPresent(condition -> check(String.valueOf(select.getHaving()), condition.usage()));
        Step groups = new Grouping(
                rows, keys, !explicit, scope.calls(), scope.sources().size());
        return having.map(condition -> Joins.filter(groups, new Conditions(List.of(condition.expression()))))
                .orElse(groups);
    }

    private boolean isGrouped() {
        return explicit || having.isPresent() || !scope.calls().isEmpty();
    }

    /** Checks an expression of ORDER BY. */
    void check(Expression expression, Usage usage) {
        if (isGrouped()) {
            check(expression.toString(), usage);
        }
    }

    private void check(String text, Usage usage) {
        if (texts.contains(text)) {
            return;
        }
        usage.sources().stream().forEach(source -> {
            var missing = (BitSet) usage.columns(source).clone();
            missing.andNot(grouped.columns(source));
            if (!missing.isEmpty() && !isDetermined(source)) {
                Source of = scope.sources().get(source);
                throw new StoreException(
                        "42803",
                        "column \"%s.%s\" must appear in the GROUP BY clause or be used in an aggregate function"
                                .formatted(
                                        of.alias(),
                                        of.columns().get(missing.nextSetBit(0)).label()));
            }
        });
    }

    private boolean isDetermined(int source) {
        if (!(scope.sources().get(source) instanceof Source.OfTable table)) {
            return false;
        }
        List<Integer> primary = table.table().schema().primaryKey();
        return !primary.isEmpty() && primary.stream().allMatch(grouped.columns(source)::get);
    }
}
