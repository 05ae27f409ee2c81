package moirai.mockstore.sql.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.aggregate.Aggregate;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/**
 * Groups rows by expressions. For each group the sources are moved to its first row, which represents the group: the
 * values that may be used are the same in all its rows. The aggregates are the columns of an additional source.
 *
 * @param keys the expressions; empty for a single group of all rows, which exists even without rows
 * @param whole whether there is a single group of all rows
 * @param source the number of the source that the aggregates become
 */
public record Grouping(Step input, List<SqlExpression> keys, boolean whole, List<Call> calls, int source)
        implements Step {

    public Grouping {
        keys = List.copyOf(keys);
        calls = List.copyOf(calls);
    }

    /** A call of an aggregate in the query. */
    public record Call(Aggregate function, boolean distinct, List<SqlExpression> arguments) {

        public Call {
            arguments = List.copyOf(arguments);
        }

        List<SqlType> types() {
            return arguments.stream().map(SqlExpression::type).toList();
        }
    }

    @Override
    public Cursor open(PlanFrame frame) {
        List<SqlType> types = keys.stream().map(SqlExpression::type).toList();
        Map<List<Object>, Group> groups = new LinkedHashMap<>();
        if (whole) {
            groups.put(List.of(), new Group(frame.save(), calls));
        }
        Cursor rows = input.open(frame);
        while (rows.next()) {
            groups.computeIfAbsent(SqlOrder.keys(frame.evaluate(keys), types), key -> new Group(frame.save(), calls))
                    .add(frame);
        }
        Iterator<Group> found = groups.values().iterator();
        return () -> {
            if (!found.hasNext()) {
                return false;
            }
            Group group = found.next();
            frame.restore(group.first);
            frame.move(source, new Row.OfValues(group.results()));
            return true;
        };
    }

    private static final class Group {

        private final List<Row> first;
        private final List<Running> running = new ArrayList<>();

        Group(List<Row> first, List<Call> calls) {
            this.first = first;
            calls.forEach(call -> running.add(new Running(call)));
        }

        void add(PlanFrame frame) {
            running.forEach(call -> call.add(frame));
        }

        List<Object> results() {
            return running.stream().map(call -> call.accumulator.result()).toList();
        }
    }

    private static final class Running {

        private final Call call;
        private final List<SqlType> types;
        private final Aggregate.Accumulator accumulator;
        private final Set<List<Object>> seen = new HashSet<>();

        Running(Call call) {
            this.call = call;
            this.types = call.types();
            this.accumulator = call.function.accumulator(types);
        }

        void add(PlanFrame frame) {
            List<Object> arguments = frame.evaluate(call.arguments);
            if (!call.distinct || seen.add(SqlOrder.keys(arguments, types))) {
                accumulator.add(arguments);
            }
        }
    }
}
