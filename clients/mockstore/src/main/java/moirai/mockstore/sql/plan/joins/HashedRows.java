package moirai.mockstore.sql.plan.joins;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.types.SqlNull;

/** The combinations of a step that were pulled so far, by their values. */
final class HashedRows {

    private final Step.Cursor rest;
    private final PlanFrame frame;
    private final List<Integer> sources;
    private final Function<PlanFrame, Object> keyOf;
    private final Map<Object, List<Row[]>> rowsByKey = new HashMap<>();
    private boolean isAny;
    private boolean isEnd;

    /**
     * Creates an empty set.
     *
     * @param rest moves the frame's sources to one combination after the other
     * @param keyOf returns the values of the frame's combination; null if it cannot be found by them
     */
    HashedRows(Step.Cursor rest, PlanFrame frame, List<Integer> sources, Function<PlanFrame, Object> keyOf) {
        this.rest = rest;
        this.frame = frame;
        this.sources = sources;
        this.keyOf = keyOf;
    }

    /** Returns whether there is a combination of whatever values. */
    boolean isAny() {
        if (!isAny && !isEnd) {
            pull();
        }
        return isAny;
    }

    /**
     * Moves the sources of another frame to a combination of a key.
     *
     * @param number of the combination among those of the key, in order
     * @return false if there is none
     */
    boolean move(PlanFrame to, Object key, int number) {
        List<Row[]> found = rowsByKey.getOrDefault(key, List.of());
        while (number >= found.size()) {
            if (isEnd) {
                return false;
            }
            if (pull().equals(key)) {
                found = rowsByKey.getOrDefault(key, List.of());
            }
        }
        Row[] rows = found.get(number);
        for (int at = 0; at < rows.length; at++) {
            to.move(sources.get(at), rows[at]);
        }
        return true;
    }

    /** Pulls a combination and returns its key; null if there is none. */
    private Object pull() {
        if (!rest.next()) {
            isEnd = true;
            return SqlNull.NULL;
        }
        isAny = true;
        Object key = keyOf.apply(frame);
        if (key != SqlNull.NULL) {
            var rows = new Row[sources.size()];
            for (int at = 0; at < rows.length; at++) {
                rows[at] = frame.row(sources.get(at));
            }
            rowsByKey.computeIfAbsent(key, first -> new ArrayList<>(1)).add(rows);
        }
        return key;
    }
}
