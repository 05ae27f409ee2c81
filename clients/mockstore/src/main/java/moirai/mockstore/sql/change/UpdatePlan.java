package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.plan.TargetRows;
import moirai.mockstore.sql.rows.RowKey;

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

    private record Change(Map<Integer, Object> values, List<Row> rows) {}

    @Override
    public String command() {
        return "UPDATE";
    }

    @Override
    public Changed execute(Execution execution) {
        PlanFrame frame = found.frame(execution);
        var pending = new LinkedHashMap<RowKey, Change>();
        // By the keys with which they were found, which may have changed since.
        var done = new HashSet<RowKey>();
        Step.Cursor cursor = found.found().open(frame);
        while (cursor.next()) {
            if (frame.row(0) instanceof Row.OfTable row && !done.contains(row.key())) {
                locked(frame, row).ifPresent(key -> {
                    done.add(row.key());
                    pending.put(key, new Change(values(frame), frame.save()));
                });
            }
        }
        var changes = new RowChanges(execution);
        var returned = new ArrayList<List<Object>>();
        pending.forEach((key, change) -> {
            RowKey row = changes.update(target, key, change.values);
            frame.restore(change.rows);
            frame.move(0, new Row.OfTable(execution.rows().newest(), target.table(), row));
            returning.add(frame, returned);
        });
        changes.finish();
        return new Changed(pending.size(), returned);
    }

    private Map<Integer, Object> values(PlanFrame frame) {
        var values = new TreeMap<Integer, Object>();
        assignments.forEach((column, value) -> values.put(column, value.evaluate(frame)));
        return values;
    }

    /** Locks the current row; returns its key, or empty if it is not to be changed any more. */
    private Optional<RowKey> locked(PlanFrame frame, Row.OfTable row) {
        if (!frame.execution().rows().isByStatement()) {
            return Optional.of(row.key());
        }
        LockMode mode = target.mode(frame.row(0), values(frame));
        Optional<RowKey> key = found.lock(frame, target.table(), row.key(), mode);
        // The newest version may have another key than the one that was found.
        return key.flatMap(locked -> {
            LockMode again = target.mode(frame.row(0), values(frame));
            return again == mode ? key : found.lock(frame, target.table(), locked, again);
        });
    }
}
