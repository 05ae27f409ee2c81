package moirai.mockstore.sql.plan.queries;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.LockRows;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.types.SqlOrder;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a SELECT. The select list is evaluated last where that makes no difference, so that the cells of rows
 * beyond a LIMIT are not read.
 *
 * @param from the rows, perhaps grouped
 * @param sources the number of sources of a frame
 * @param projection the select list
 * @param outputs the columns of the result
 */
public record SelectPlan(
        Step from, int sources, List<SqlExpression> projection, List<Output> outputs, Arrangement arrangement, Cut cut)
        implements QueryPlan {

    public SelectPlan {
        projection = List.copyOf(projection);
        outputs = List.copyOf(outputs);
    }

    /**
     * The DISTINCT and ORDER BY clauses.
     *
     * @param keys the expressions to sort by, if not distinct
     * @param keyColumns the columns of the result to sort by, if distinct
     */
    public record Arrangement(boolean distinct, List<SqlExpression> keys, List<Integer> keyColumns, Ordering ordering) {

        /** The arrangement without either clause, which leaves the rows as they are found. */
        public static final Arrangement NONE = new Arrangement(false, List.of(), List.of(), new Ordering(List.of()));

        public Arrangement {
            keys = List.copyOf(keys);
            keyColumns = List.copyOf(keyColumns);
        }
    }

    /**
     * The last steps, after the order is known.
     *
     * @param locks the rows that are locked, one after the other, until there are enough; null if they are locked
     *    before, or not at all
     */
    public record Cut(@Nullable LockRows locks, Window window) {

        /** The cut that leaves out no rows. */
        public static final Cut NONE = new Cut(null, Window.ALL);
    }

    private record Sorted(List<Object> keys, List<Row> rows) {}

    @Override
    public Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer) {
        var frame = new PlanFrame(execution, outer, sources);
        if (arrangement.distinct) {
            return cut.window.of(distinct(frame).iterator(), frame);
        }
        if (arrangement.keys.isEmpty()) {
            return map(cut.window.of(new Found(from.open(frame), frame), frame), this::project);
        }
        return map(cut.window.of(locked(sorted(frame), frame), frame), sorted -> {
            frame.restore(sorted.rows);
            return project(frame);
        });
    }

    private Iterator<Sorted> locked(List<Sorted> sorted, PlanFrame frame) {
        LockRows locks = cut.locks;
        if (locks == null) {
            return sorted.iterator();
        }
        locks.requirePossible(frame);
        return sorted.stream()
                .filter(row -> {
                    frame.restore(row.rows);
                    return locks.locks(frame);
                })
                .iterator();
    }

    private List<Object> project(PlanFrame frame) {
        return frame.evaluate(projection);
    }

    private List<Sorted> sorted(PlanFrame frame) {
        var found = new ArrayList<Sorted>();
        Step.Cursor cursor = from.open(frame);
        while (cursor.next()) {
            found.add(new Sorted(frame.evaluate(arrangement.keys), frame.save()));
        }
        found.sort(Comparator.comparing(Sorted::keys, arrangement.ordering.comparator()));
        return found;
    }

    private List<List<Object>> distinct(PlanFrame frame) {
        var found = new ArrayList<List<Object>>();
        var seen = new HashSet<List<Object>>();
        Step.Cursor cursor = from.open(frame);
        while (cursor.next()) {
            List<Object> row = project(frame);
            if (seen.add(SqlOrder.keys(row, types()))) {
                found.add(row);
            }
        }
        if (!arrangement.keyColumns.isEmpty()) {
            found.sort(Comparator.comparing(
                    row -> arrangement.keyColumns.stream().map(row::get).toList(), arrangement.ordering.comparator()));
        }
        return found;
    }

    /** Returns an iterator that maps the elements of another one when they are requested. */
    static <S, R> Iterator<R> map(Iterator<S> from, Function<S, R> mapping) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return from.hasNext();
            }

            @Override
            public R next() {
                return mapping.apply(from.next());
            }
        };
    }

    /**
     * An iterator over the combinations of a cursor; each element is the frame itself, and valid until the next call.
     */
    private static final class Found implements Iterator<PlanFrame> {

        private final Step.Cursor cursor;
        private final PlanFrame frame;
        private boolean ready;

        Found(Step.Cursor cursor, PlanFrame frame) {
            this.cursor = cursor;
            this.frame = frame;
        }

        @Override
        public boolean hasNext() {
            ready = ready || cursor.next();
            return ready;
        }

        @Override
        public PlanFrame next() {
            if (!hasNext()) {
                throw new java.util.NoSuchElementException("no more rows");
            }
            ready = false;
            return frame;
        }
    }
}
