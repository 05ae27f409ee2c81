package moirai.mockstore.sql.plan;

import java.util.Iterator;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.Table;

/**
 * A step that finds the rows of a table that satisfy conditions. The path and the conditions on key columns exclude
 * keys without any read. For the others it reads whether the row exists, and then the cells that the other conditions
 * need, up to the first condition that fails.
 *
 * @param source number of the query's source that it moves
 * @param locking whether FOR UPDATE locks the rows
 */
public record Scan(int source, Table table, AccessPath path, Filter filter, Locking locking) implements Step {

    /** Says what a scan does with a row before it examines it; in a store with a guide it does nothing. */
    public enum Locking {
        NONE,
        /** Locks the row, and reads its latest values. */
        EACH,
        /** Reads the latest values of the row, which {@link LockRows} locks if it is found. */
        FOUND
    }

    /**
     * The conditions on a row.
     *
     * @param onKey conditions that need only the row's key
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
            execution.step();
            RowKey key = keys.next();
            frame.move(source, new Row.OfTable(execution.rows(), table, key));
            if (filter.onKey.hold(frame) && isThere(key, execution) && filter.onRow.hold(frame)) {
                return true;
            }
        }
        return false;
    }

    private boolean isThere(RowKey key, Execution execution) {
        if (!execution.rows().isGuided() && !execution.rows().isByStatement()) {
            switch (locking) {
                case NONE -> {}
                case EACH -> execution.rows().lock(table.rows(), key);
                case FOUND -> execution.rows().watch(table.rows(), key);
            }
        }
        return execution.rows().contains(table.rows(), key);
    }
}
