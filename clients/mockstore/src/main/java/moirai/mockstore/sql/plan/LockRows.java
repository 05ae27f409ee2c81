package moirai.mockstore.sql.plan;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.rows.Table;

/**
 * FOR UPDATE in a store with a {@link moirai.mockstore.Guide}: locks the rows that were found, reads their latest
 * values, and checks the conditions again. As in PostgreSQL, rows that were not found are not locked, so another
 * transaction may change or add rows without waiting. In other stores {@link Scan} locks each row that it examines, but
 * for SKIP LOCKED and NOWAIT: then the rows that were found are locked here if nobody has to be waited for. At a level
 * of statements, rows are always locked here, as PostgreSQL does it.
 *
 * @param sources whose rows are locked
 * @param again the conditions that are checked again on the rows that were locked
 * @param waiting what is done about rows that others have locked
 * @param mode the strength of the locks at a level of statements; elsewhere all are as strong as FOR UPDATE
 * @param unexplored the reason why rows cannot be locked in a store with a guide; empty if they can
 */
public record LockRows(
        Step found, List<Locked> sources, Recheck again, Waiting waiting, LockMode mode, String unexplored)
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
        StatementRows rows = frame.execution().rows();
        if (!rows.isGuided() && !rows.isByStatement() && waiting == Waiting.WAIT) {
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
     * Fails if the rows cannot be locked in this store or in a read-only transaction.
     *
     * @throws StoreException with SQLSTATE 0A000 or 25006
     */
    public void requirePossible(PlanFrame frame) {
        frame.execution().requireWritable("SELECT FOR " + mode.name().replace('_', ' '));
        if (frame.execution().rows().isGuided() && !unexplored.isEmpty()) {
            throw new StoreException("0A000", unexplored);
        }
    }

    /** Locks the current rows; returns false if they are no result, because of their latest values or the locks. */
    public boolean locks(PlanFrame frame) {
        if (frame.execution().rows().isByStatement()) {
            return locksNewest(frame, frame.execution().rows());
        }
        boolean isThere = true;
        for (Locked locked : sources) {
            if (frame.row(locked.source) instanceof Row.OfTable row) {
                isThere &= frame.execution().rows().isGuided()
                        ? frame.execution().rows().lockWhole(locked.table, row.key())
                        : isLockedAtOnce(
                                locked.table, row.key(), frame.execution().rows());
            }
        }
        return isThere && again.all().hold(frame);
    }

    /** Returns whether rows that are sorted are locked after that, and not before. */
    public boolean isAfterSort(PlanFrame frame) {
        return waiting != Waiting.WAIT || frame.execution().rows().isByStatement();
    }

    private boolean locksNewest(PlanFrame frame, StatementRows rows) {
        List<Row> before = frame.save();
        boolean isMoved = false;
        for (Locked locked : sources) {
            if (frame.row(locked.source) instanceof Row.OfTable row) {
                Optional<RowKey> newest = waiting == Waiting.WAIT
                        ? rows.lockNewest(locked.table.rows(), row.key(), mode)
                        : rows.tryLockNewest(locked.table.rows(), row.key(), mode);
                if (newest.isEmpty()) {
                    requireNotLocked(locked.table, row.key(), rows);
                    return false;
                }
                if (mode == LockMode.KEY_SHARE && rows.isBehind() && row.hasSameKeys(newest.get())) {
                    continue;
                }
                rows.requireSameKeys(mode != LockMode.KEY_SHARE || !rows.isBehind());
                if (rows.isCheckedAgain()) {
                    frame.move(locked.source, new Row.OfTable(rows.newest(), locked.table, newest.get()));
                    isMoved = true;
                }
            }
        }
        return !isMoved || again.holds(frame, before);
    }

    private void requireNotLocked(Table table, RowKey row, StatementRows rows) {
        if (waiting == Waiting.NO_WAIT && !rows.isFree(table.rows(), row, mode)) {
            throw notAvailable(table);
        }
    }

    private static StoreException notAvailable(Table table) {
        return new StoreException(
                "55P03",
                "could not obtain lock on row in relation \"" + table.schema().name() + "\"");
    }

    private boolean isLockedAtOnce(Table table, RowKey row, StatementRows rows) {
        if (rows.tryLock(table, row)) {
            return rows.contains(table.rows(), row);
        }
        if (waiting == Waiting.NO_WAIT) {
            throw notAvailable(table);
        }
        return false;
    }
}
