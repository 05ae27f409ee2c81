package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.plan.TargetRows;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.StatementRows;

/**
 * The plan of an UPDATE. All rows are found and all values computed before the first row changes; a row that is found
 * twice changes once.
 *
 * @param found the rows to change
 */
record UpdatePlan(ChangedTable target, TargetRows found, Map<Integer, SqlExpression> assignments, Returning returning)
        implements ChangePlan {

    UpdatePlan {
        assignments = Collections.unmodifiableMap(new TreeMap<>(assignments));
        Folding.requirePossible(assignments.values());
    }

    /**
     * A row that is found.
     *
     * @param key of the row
     * @param rows the combination with rows of other sources
     * @param values the new values
     */
    private record Change(RowKey key, List<Row> rows, Map<Integer, Object> values) {}

    @Override
    public String command() {
        return "UPDATE";
    }

    @Override
    public String table() {
        return target.table().schema().name();
    }

    @Override
    public Changed execute(Execution execution) {
        return new Running(execution).run();
    }

    private final class Running {

        private final StatementRows rows;
        private final RowChanges changes;
        private final PlanFrame frame;

        private final List<Change> pending = new ArrayList<>();
        /** By the keys with which they were found, which may have changed since. */
        private final Set<RowKey> done = new HashSet<>();

        private final List<List<Object>> returned = new ArrayList<>();

        Running(Execution execution) {
            this.rows = execution.rows();
            this.changes = new RowChanges(execution);
            this.frame = found.frame(execution);
        }

        /**
         * Rows are locked when they are found. If keys change, however, each row changes when it is locked, as in
         * PostgreSQL, where the next row may be waited for while a key of this one is already taken.
         */
        Changed run() {
            boolean isRowByRow =
                    rows.isByStatement() && target.mode(target.withGenerated(assignments.keySet())) == LockMode.CHANGE;
            var candidates = new ArrayList<Change>();
            Step.Cursor cursor = found.found().open(frame);
            while (cursor.next()) {
                if (frame.row(0) instanceof Row.OfTable row && !done.contains(row.key())) {
                    var candidate = new Change(row.key(), rowsAsFound(), values());
                    if (isRowByRow) {
                        candidates.add(candidate);
                    } else {
                        locked(candidate).ifPresent(pending::add);
                    }
                }
            }
            for (Change candidate : candidates) {
                frame.restore(candidate.rows);
                locked(candidate).ifPresent(this::apply);
            }
            pending.forEach(this::apply);
            changes.finish();
            return new Changed(done.size(), returned);
        }

        /**
         * Returns the rows as they were found: {@code UPDATE t SET n = 1 FROM t AS old WHERE … RETURNING old.n} returns
         * the former number.
         */
        private List<Row> rowsAsFound() {
            List<Row> current = frame.save();
            return returning.expressions().isEmpty()
                    ? current
                    : IntStream.range(0, current.size())
                            .mapToObj(source -> source > 0
                                            && current.get(source) instanceof Row.OfTable other
                                            && other.table().equals(target.table())
                                    ? other.fixed()
                                    : current.get(source))
                            .toList();
        }

        private Map<Integer, Object> values() {
            var values = new TreeMap<Integer, Object>();
            assignments.forEach((column, value) -> values.put(column, value.evaluate(frame)));
            return changes.complete(target, frame.row(0), values);
        }

        /** Locks the current row; returns its newest version, or empty if it is not to be changed any more. */
        private Optional<Change> locked(Change candidate) {
            if (done.contains(candidate.key)) {
                return Optional.empty();
            }
            Optional<Change> change = rows.isByStatement() ? newest(candidate) : Optional.of(candidate);
            if (change.isPresent()) {
                done.add(candidate.key);
            }
            return change;
        }

        private Optional<Change> newest(Change candidate) {
            Row before = frame.row(0);
            LockMode mode = target.mode(before, candidate.values);
            Optional<RowKey> key = found.lock(frame, target.table(), candidate.key, mode);
            if (key.isEmpty()) {
                return Optional.empty();
            }
            Map<Integer, Object> values = candidate.values;
            if (!frame.row(0).equals(before)) {
                values = values();
                LockMode again = target.mode(frame.row(0), values);
                if (again != mode) {
                    // The newest version may have another key than the one that was found.
                    key = found.lock(frame, target.table(), key.get(), again);
                }
            }
            changes.require(target, frame.row(0), values);
            Map<Integer, Object> last = values;
            return key.map(at -> new Change(at, rowsAsFound(), last));
        }

        private void apply(Change change) {
            RowKey row = changes.update(target, change.key, change.values);
            frame.restore(change.rows);
            frame.move(0, new Row.OfTable(rows.newest(), target.table(), row));
            returning.add(frame, returned);
        }
    }
}
