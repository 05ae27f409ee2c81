package moirai.mockstore.sql.plan.joins;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.sql.plan.Conditions;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.plan.Step;

/** Combines two steps, or a step and conditions, into one step. */
public final class Joins {

    private Joins() {}

    /** Returns a step that finds the only combination of no sources. */
    public static Step nothing() {
        return frame -> {
            var rest = new boolean[] {true};
            return () -> {
                boolean first = rest[0];
                rest[0] = false;
                return first;
            };
        };
    }

    /** Returns a step that finds the combinations for which the conditions hold. */
    public static Step filter(Step step, Conditions conditions) {
        if (conditions.conjuncts().isEmpty()) {
            return step;
        }
        return frame -> {
            Step.Cursor cursor = step.open(frame);
            return () -> {
                while (cursor.next()) {
                    if (conditions.hold(frame)) {
                        return true;
                    }
                }
                return false;
            };
        };
    }

    /** Returns a step that finds nothing unless the conditions hold before it begins. */
    public static Step guard(Step step, Conditions conditions) {
        if (conditions.conjuncts().isEmpty()) {
            return step;
        }
        return frame -> conditions.hold(frame) ? step.open(frame) : () -> false;
    }

    /** Returns a step that finds each combination of the left with each of the right. */
    public static Step inner(Step left, Step right) {
        return frame -> new InnerCursor(left.open(frame), right, frame);
    }

    /**
     * Returns a step that finds each combination of the left with each of the right, or with the right missing if it
     * has none.
     *
     * @param rightSources the sources that the right moves
     */
    public static Step leftOuter(Step left, Step right, List<Integer> rightSources) {
        return frame -> new OuterCursor(left.open(frame), right, rightSources, frame);
    }

    private static final class InnerCursor implements Step.Cursor {

        private final Step.Cursor left;
        private final Step right;
        private final PlanFrame frame;
        private Step.Cursor inner = () -> false;

        InnerCursor(Step.Cursor left, Step right, PlanFrame frame) {
            this.left = left;
            this.right = right;
            this.frame = frame;
        }

        @Override
        public boolean next() {
            while (!inner.next()) {
                if (!left.next()) {
                    return false;
                }
                inner = right.open(frame);
            }
            return true;
        }
    }

    private static final class OuterCursor implements Step.Cursor {

        private final Step.Cursor left;
        private final Step right;
        private final List<Integer> rightSources;
        private final PlanFrame frame;
        private Step.Cursor inner = () -> false;
        /** True as long as the left's current combination has had no partner. */
        private boolean lonely;

        OuterCursor(Step.Cursor left, Step right, List<Integer> rightSources, PlanFrame frame) {
            this.left = left;
            this.right = right;
            this.rightSources = rightSources;
            this.frame = frame;
        }

        @Override
        public boolean next() {
            while (true) {
                if (inner.next()) {
                    lonely = false;
                    return true;
                }
                if (lonely) {
                    lonely = false;
                    inner = () -> false;
                    rightSources.forEach(frame::clear);
                    return true;
                }
                if (!left.next()) {
                    return false;
                }
                lonely = true;
                inner = right.open(frame);
            }
        }
    }

    /**
     * Returns a step that finds each combination of either side at least once: with its partners for which the
     * conditions hold, or with the other side missing.
     */
    public static Step fullOuter(Side left, Side right, Conditions on) {
        return frame -> {
            List<List<Row>> rightRows = right.all(frame);
            var met = new boolean[rightRows.size()];
            var found = new ArrayList<List<Row>>();
            Step.Cursor cursor = left.step.open(frame);
            while (cursor.next()) {
                boolean lonely = true;
                for (int index = 0; index < rightRows.size(); index++) {
                    right.move(frame, rightRows.get(index));
                    if (on.hold(frame)) {
                        lonely = false;
                        met[index] = true;
                        found.add(frame.save());
                    }
                }
                if (lonely) {
                    right.sources.forEach(frame::clear);
                    found.add(frame.save());
                }
            }
            for (int index = 0; index < rightRows.size(); index++) {
                if (!met[index]) {
                    left.sources.forEach(frame::clear);
                    right.move(frame, rightRows.get(index));
                    found.add(frame.save());
                }
            }
            return new SavedCursor(frame, found);
        };
    }

    /** A step and the sources that it moves. */
    public record Side(Step step, List<Integer> sources) {

        public Side {
            sources = List.copyOf(sources);
        }

        private List<List<Row>> all(PlanFrame frame) {
            var rows = new ArrayList<List<Row>>();
            Step.Cursor cursor = step.open(frame);
            while (cursor.next()) {
                rows.add(frame.save());
            }
            return rows;
        }

        private void move(PlanFrame frame, List<Row> saved) {
            sources.forEach(source -> frame.move(source, saved.get(source)));
        }
    }

    private static final class SavedCursor implements Step.Cursor {

        private final PlanFrame frame;
        private final List<List<Row>> found;
        private int next;

        SavedCursor(PlanFrame frame, List<List<Row>> found) {
            this.frame = frame;
            this.found = found;
        }

        @Override
        public boolean next() {
            if (next == found.size()) {
                return false;
            }
            frame.restore(found.get(next++));
            return true;
        }
    }
}
