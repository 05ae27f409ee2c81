package moirai.mockstore.sql.plan;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.rows.Table;

/**
 * FOR UPDATE in a store with a {@link moirai.mockstore.Guide}: locks the rows that were found, reads their latest
 * values, and checks the conditions again. As in PostgreSQL, rows that were not found are not locked, so another
 * transaction may change or add rows without waiting. In other stores {@link Scan} locks each row that it examines, but
 * for SKIP LOCKED and NOWAIT: then the rows that were found are locked here if nobody has to be waited for.
 *
 * @param sources whose rows are locked
 * @param again the conditions that are checked again
 * @param waiting what is done about rows that others have locked
 * @param refusal the reason why this is not possible in a store with a guide; empty if it is
 */
public record LockRows(Step found, List<Locked> sources, Conditions again, Waiting waiting, String refusal)
        implements Step {

    /** A source that is a table and whose rows are locked. */
    public record Locked(int source, Table table) {}

    public LockRows {
        sources = List.copyOf(sources);
    }

    @Override
    public Cursor open(PlanFrame frame) {
        Cursor cursor = found.open(frame);
        requirePossible(frame);
        if (!frame.execution().rows().isGuided() && waiting == Waiting.WAIT) {
            return cursor;
        }
        return () -> {
            while (cursor.next()) {
                if (locks(frame)) {
                    return true;
                }
            }
            return false;
        };
    }

    /**
     * Fails if the rows cannot be locked in this store.
     *
     * @throws StoreException with SQLSTATE 0A000
     */
    public void requirePossible(PlanFrame frame) {
        if (frame.execution().rows().isGuided() && !refusal.isEmpty()) {
            throw new StoreException("0A000", refusal);
        }
    }

    /** Locks the current rows; returns false if they are no result, because of their latest values or the locks. */
    public boolean locks(PlanFrame frame) {
        boolean isThere = true;
        for (Locked locked : sources) {
            if (frame.row(locked.source) instanceof Row.OfTable row) {
                isThere &= frame.execution().rows().isGuided()
                        ? frame.execution().rows().lockWhole(locked.table, row.key())
                        : isLockedAtOnce(
                                locked.table, row.key(), frame.execution().rows());
            }
        }
        return isThere && again.hold(frame);
    }

    private boolean isLockedAtOnce(Table table, RowKey row, StatementRows rows) {
        if (rows.tryLock(table, row)) {
            return rows.contains(table.rows(), row);
        }
        if (waiting == Waiting.NO_WAIT) {
            throw new StoreException(
                    "55P03",
                    "could not obtain lock on row in relation \""
                            + table.schema().name() + "\"");
        }
        return false;
    }
}
