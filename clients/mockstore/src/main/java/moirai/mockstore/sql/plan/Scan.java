package moirai.mockstore.sql.plan;

import java.util.Iterator;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.Table;

/**
 * The rows of a table that satisfy conditions. A key is ruled out by the path and by the conditions on key columns
 * without any read; then the row's membership is read, and then what the other conditions need, up to the first that
 * fails.
 *
 * @param source which of the query's sources it moves
 * @param locking whether each row is locked before it is looked at, and what it holds now is read, as FOR UPDATE
 *     asks; if somebody drives the store, {@link LockRows} does it
 */
public record Scan(int source, Table table, AccessPath path, Filter filter, boolean locking) implements Step {

    /**
     * What must hold for a row.
     *
     * @param onKey conditions that need no more of the row than its key
     * @param onRow the other conditions
     */
    public record Filter(Conditions onKey, Conditions onRow) {}

    @Override
    public Cursor open(PlanFrame frame) {
        Iterator<RowKey> keys = path.keys(table, frame).iterator();
        return () -> advance(keys, frame);
    }

    private boolean advance(Iterator<RowKey> keys, PlanFrame frame) {
        Execution execution = frame.execution();
        while (keys.hasNext()) {
            RowKey key = keys.next();
            frame.move(source, new Row.OfTable(execution.rows(), table, key));
            if (filter.onKey.hold(frame) && isThere(key, execution) && filter.onRow.hold(frame)) {
                return true;
            }
        }
        return false;
    }

    private boolean isThere(RowKey key, Execution execution) {
        if (locking && !execution.rows().isGuided()) {
            execution.rows().lock(table.rows(), key);
        }
        return execution.rows().contains(table.rows(), key);
    }
}
