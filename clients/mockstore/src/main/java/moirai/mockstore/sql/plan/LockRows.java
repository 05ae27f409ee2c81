package moirai.mockstore.sql.plan;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.rows.Table;

/**
 * FOR UPDATE in a store that somebody drives: locks the rows that were found, and looks again whether what they hold
 * in the end satisfies the conditions. As in PostgreSQL, rows that were not found are not locked: nobody waits who
 * changes those, or adds one. In other stores {@link Scan} locks whatever it looks at.
 *
 * @param sources whose rows are locked
 * @param again what is looked at again
 * @param refusal why it cannot be done; empty if it can
 */
public record LockRows(Step found, List<Locked> sources, Conditions again, String refusal) implements Step {

    /** A source that is a table. */
    public record Locked(int source, Table table) {}

    public LockRows {
        sources = List.copyOf(sources);
    }

    @Override
    public Cursor open(PlanFrame frame) {
        Cursor cursor = found.open(frame);
        if (!frame.execution().rows().isGuided()) {
            return cursor;
        }
        if (!refusal.isEmpty()) {
            throw new StoreException("0A000", refusal);
        }
        return () -> {
            while (cursor.next()) {
                if (lock(frame) && again.hold(frame)) {
                    return true;
                }
            }
            return false;
        };
    }

    private boolean lock(PlanFrame frame) {
        boolean isThere = true;
        for (Locked locked : sources) {
            if (frame.row(locked.source) instanceof Row.OfTable row) {
                isThere &= frame.execution().rows().lockWhole(locked.table, row.key());
            }
        }
        return isThere;
    }
}
