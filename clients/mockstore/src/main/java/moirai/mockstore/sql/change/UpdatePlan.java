package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.rows.RowKey;

/**
 * The plan of an UPDATE. All rows are found and all values computed before the first row changes; a row that is found
 * twice changes once.
 *
 * @param found moves source 0 to the rows to change
 */
record UpdatePlan(
        ChangedTable target, Step found, int sources, Map<Integer, SqlExpression> assignments, Returning returning)
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
        var frame = new PlanFrame(execution, null, sources);
        var pending = new LinkedHashMap<RowKey, Change>();
        Step.Cursor cursor = found.open(frame);
        while (cursor.next()) {
            if (frame.row(0) instanceof Row.OfTable row && !pending.containsKey(row.key())) {
                var values = new TreeMap<Integer, Object>();
                assignments.forEach((column, value) -> values.put(column, value.evaluate(frame)));
                pending.put(row.key(), new Change(values, frame.save()));
            }
        }
        var changes = new RowChanges(execution);
        var returned = new ArrayList<List<Object>>();
        pending.forEach((key, change) -> {
            RowKey row = changes.update(target, key, change.values);
            frame.restore(change.rows);
            frame.move(0, new Row.OfTable(execution.rows(), target.table(), row));
            returning.add(frame, returned);
        });
        changes.finish();
        return new Changed(pending.size(), returned);
    }
}
