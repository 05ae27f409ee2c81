package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.plan.TargetRows;
import moirai.mockstore.sql.rows.RowKey;

/**
 * The plan of a DELETE. All rows are found before the first one is removed.
 *
 * @param found the rows to delete
 */
record DeletePlan(ChangedTable target, TargetRows found, Returning returning) implements ChangePlan {

    @Override
    public String command() {
        return "DELETE";
    }

    @Override
    public String table() {
        return target.table().schema().name();
    }

    @Override
    public Changed execute(Execution execution) {
        PlanFrame frame = found.frame(execution);
        var pending = new LinkedHashSet<RowKey>();
        // By the keys with which they were found, which may have changed since.
        var done = new HashSet<RowKey>();
        var returned = new ArrayList<List<Object>>();
        Step.Cursor cursor = found.found().open(frame);
        while (cursor.next()) {
            if (frame.row(0) instanceof Row.OfTable row && !done.contains(row.key())) {
                found.lock(frame, target.table(), row.key(), LockMode.CHANGE).ifPresent(key -> {
                    done.add(row.key());
                    pending.add(key);
                    returning.add(frame, returned);
                });
            }
        }
        var changes = new RowChanges(execution);
        for (RowKey row : pending) {
            // A cascade of an earlier row may have taken it.
            if (execution.rows().newest().contains(target.table().rows(), row)) {
                changes.delete(target, row);
            }
        }
        changes.finish();
        return new Changed(pending.size(), returned);
    }
}
