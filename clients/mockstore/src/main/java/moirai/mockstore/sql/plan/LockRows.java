package moirai.mockstore.sql.plan;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.rows.Table;

/**
 * FOR UPDATE in a store with a {@link moirai.mockstore.Guide}: locks the rows that were found, reads their latest
 * values, and checks the conditions again. As in PostgreSQL, rows that were not found are not locked, so another
 * transaction may change or add rows without waiting. In other stores {@link Scan} locks each row that it examines.
 *
 * @param sources whose rows are locked
 * @param again the conditions that are checked again
 * @param refusal the reason why this is not possible; empty if it is
 */
public record LockRows(Step found, List<Locked> sources, Conditions again, String refusal) implements Step {

    /** A source that is a table and whose rows are locked. */
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
