package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.plan.queries.ArrangedPlan;
import moirai.mockstore.sql.plan.queries.Ordering;
import moirai.mockstore.sql.plan.queries.Window;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.AllValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Fetch;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.Select;
import org.jspecify.annotations.Nullable;

/** Compiles ORDER BY, LIMIT, OFFSET and FETCH. */
record Arranging(Environment environment, @Nullable QueryScope outer) {

    /** Returns a plan with the clauses of a query around it, which can sort by the plan's columns only. */
    QueryPlan arrange(QueryPlan plan, Select select) {
        var columns = new ArrayList<Integer>();
        var terms = new ArrayList<Ordering.Term>();
        for (OrderByElement element : elements(select)) {
            columns.add(named(element.getExpression(), plan.outputs())
                    .orElseThrow(
                            () -> Unsupported.refuse("ORDER BY of anything but columns of the result: " + element)));
            terms.add(term(element));
        }
        return QueryCompiler.arranged(new ArrangedPlan(plan, columns, new Ordering(terms), window(select)));
    }

    static List<OrderByElement> elements(Select select) {
        return select.getOrderByElements() == null ? List.of() : select.getOrderByElements();
    }

    static Ordering.Term term(OrderByElement element) {
        Unsupported.besides(element, "asc ascDescPresent expression nullOrdering");
        boolean nullsFirst = element.getNullOrdering() == null
                ? !element.isAsc()
                : element.getNullOrdering() == OrderByElement.NullOrdering.NULLS_FIRST;
        return new Ordering.Term(element.isAsc(), nullsFirst);
    }

    /** Returns the column of the result that an expression names, by its number or its label. */
    static Optional<Integer> named(Expression expression, List<Output> outputs) {
        if (expression instanceof LongValue ordinal) {
            long number = ordinal.getValue();
            if (number < 1 || number > outputs.size()) {
                throw new StoreException(
                        "42P10",
                        String.format(
                                Locale.ROOT, "position %d is not in the select list of %d", number, outputs.size()));
            }
            return Optional.of((int) number - 1);
        }
        if (expression instanceof Column column && column.getTable() == null) {
            String name = Identifiers.of(column.getColumnName());
            List<Integer> found = IntStream.range(0, outputs.size())
                    .filter(index -> outputs.get(index).label().equals(name))
                    .boxed()
                    .toList();
            if (found.size() > 1
                    && !isOneColumn(found.stream().map(outputs::get).toList())) {
                throw new StoreException("42702", "ORDER BY \"" + name + "\" is ambiguous");
            }
            return found.stream().findFirst();
        }
        return Optional.empty();
    }

    /** Returns whether all outputs are the same column of a table, which may be selected more than once. */
    private static boolean isOneColumn(List<Output> outputs) {
        return !outputs.get(0).column().isEmpty() && outputs.stream().distinct().count() == 1;
    }

    Window window(Select select) {
        @Nullable SqlExpression limit = null;
        @Nullable SqlExpression offset = null;
        Limit limitClause = select.getLimit();
        if (limitClause != null) {
            Unsupported.besides(limitClause, "rowCount limitAll limitNull");
            if (!(limitClause.getRowCount() instanceof AllValue || limitClause.getRowCount() instanceof NullValue)) {
                limit = number(limitClause.getRowCount());
            }
        }
        if (select.getFetch() != null) {
            limit = number(fetched(select.getFetch()));
        }
        if (select.getOffset() != null) {
            Unsupported.besides(select.getOffset(), "offset offsetParam");
            offset = number(select.getOffset().getOffset());
        }
        return limit == null && offset == null ? Window.ALL : new Window(limit, offset);
    }

    private static Expression fetched(Fetch fetch) {
        Unsupported.besides(fetch, "rowCount expression fetchJdbcParameter fetchParameters fetchParam fetchParamFirst");
        for (String word : fetch.getFetchParameters()) {
            if (!List.of("ROW", "ROWS", "ONLY").contains(word.toUpperCase(Locale.ROOT))) {
                throw Unsupported.refuse("FETCH " + word);
            }
        }
        return fetch.getExpression() == null ? new LongValue(1) : fetch.getExpression();
    }

    /** Compiles a count of rows, which may name no column of the query. */
    private SqlExpression number(Expression expression) {
        SqlExpression number =
                new QueryScope(environment, outer).compile(expression).expression();
        return number.type() == SqlType.UNKNOWN ? Coercion.to(number, SqlType.BIGINT) : number;
    }
}
