package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Scope;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.aggregate.Aggregate;
import moirai.mockstore.sql.expression.aggregate.Aggregates;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.OrderByElement;
import org.jspecify.annotations.Nullable;

/**
 * A call of an aggregate. Its FILTER and ORDER BY are passed to the aggregate as further arguments, so that the code
 * that groups rows need not know them.
 */
record AggregateCalls(Scope scope, String name, boolean distinct, List<Expression> arguments) {

    AggregateCalls {
        arguments = List.copyOf(arguments);
    }

    SqlExpression compile(List<Expression> filter, @Nullable List<OrderByElement> order) {
        List<OrderByElement> terms = order == null ? List.of() : order;
        List<Expression> own = isOfRows() ? List.of() : arguments;
        for (Expression argument : own) {
            if (argument instanceof AllColumns || argument instanceof AllTableColumns) {
                throw TypeErrors.unsupported(name + "(" + argument + ")");
            }
        }
        if (distinct && !terms.isEmpty()) {
            throw TypeErrors.unsupported("an aggregate with DISTINCT and ORDER BY");
        }
        List<Expression> all = new ArrayList<>(own);
        all.addAll(filter);
        terms.forEach(term -> all.add(term.getExpression()));
        List<Comparator<Object>> orders =
                terms.stream().map(AggregateCalls::order).toList();
        return scope.aggregate(new Call(Aggregates.named(name), own.size(), !filter.isEmpty(), orders), distinct, all);
    }

    /** Returns whether the call is {@code count(*)}. */
    private boolean isOfRows() {
        if (!name.equals("count") || arguments.size() != 1 || !(arguments.get(0) instanceof AllColumns all)) {
            return false;
        }
        boolean plain =
                (all.getExceptColumns() == null || all.getExceptColumns().isEmpty())
                        && (all.getReplaceExpressions() == null
                                || all.getReplaceExpressions().isEmpty());
        if (!plain || distinct) {
            throw distinct
                    ? new StoreException("42601", "DISTINCT cannot be applied to count(*)")
                    : TypeErrors.unsupported("count(" + all + ")");
        }
        return !(arguments.get(0) instanceof AllTableColumns);
    }

    private static Comparator<Object> order(OrderByElement term) {
        if (term.getWithFill() != null || term.isMysqlWithRollup()) {
            throw TypeErrors.unsupported("ORDER BY " + term);
        }
        boolean nullsFirst = term.getNullOrdering() == null
                ? !term.isAsc()
                : term.getNullOrdering() == OrderByElement.NullOrdering.NULLS_FIRST;
        return SqlOrder.of(term.isAsc(), nullsFirst);
    }

    /**
     * An aggregate with further arguments: a condition if there is a FILTER, then the values that its rows are ordered
     * by.
     */
    private record Call(Aggregate aggregate, int arity, boolean filtered, List<Comparator<Object>> orders)
            implements Aggregate {

        @Override
        public SqlType type(List<SqlType> types) {
            if (filtered && types.get(arity) != SqlType.BOOLEAN) {
                throw new StoreException(
                        "42804",
                        "argument of FILTER must be type boolean, not type "
                                + types.get(arity).sqlName());
            }
            return aggregate.type(types.subList(0, arity));
        }

        @Override
        public boolean takesAny() {
            return aggregate.takesAny();
        }

        @Override
        public Accumulator accumulator(List<SqlType> types) {
            Accumulator inner = aggregate.accumulator(types.subList(0, arity));
            return filtered || !orders.isEmpty() ? new Prepared(this, inner) : inner;
        }
    }

    /**
     * An accumulator that passes on the rows that satisfy the filter; with an ORDER BY it does so at the end, in order.
     */
    private static final class Prepared implements Aggregate.Accumulator {

        private final Call call;
        private final Aggregate.Accumulator inner;
        private final List<List<Object>> kept = new ArrayList<>();

        Prepared(Call call, Aggregate.Accumulator inner) {
            this.call = call;
            this.inner = inner;
        }

        @Override
        public void add(List<Object> arguments) {
            if (call.filtered && !Coercion.isTrue(arguments.get(call.arity))) {
                return;
            }
            if (call.orders.isEmpty()) {
                inner.add(arguments.subList(0, call.arity));
            } else {
                kept.add(List.copyOf(arguments));
            }
        }

        @Override
        public Object result() {
            int first = call.arity + (call.filtered ? 1 : 0);
            kept.sort(Comparator.comparing(
                    arguments -> arguments.subList(first, arguments.size()), SqlOrder.ofLists(call.orders)));
            kept.forEach(arguments -> inner.add(arguments.subList(0, call.arity)));
            kept.clear();
            return inner.result();
        }
    }
}
