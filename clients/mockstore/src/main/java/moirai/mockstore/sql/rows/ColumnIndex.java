package moirai.mockstore.sql.rows;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import moirai.mockstore.sql.rows.StoreKey.Cell;
import moirai.mockstore.sql.rows.StoreKey.Membership;
import moirai.mockstore.sql.rows.StoreKey.ValueRange;
import moirai.mockstore.sql.types.Interval;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/**
 * The rows that ever had certain values in a column, in any version that was ever written, also by transactions that
 * are pending or were aborted. A row that is not among those of a value cannot have it, whichever version is read, so a
 * search for the value need not read the row. For rows that get the value later, the two rules of {@link TableRows}
 * hold, with the rows of the value in the place of the rows of the table.
 *
 * <p>Rows are kept by a {@linkplain #sameFor form} of the value that is the same for all values that SQL calls equal,
 * in any type that ALTER TYPE gives to a column whose values stay as they were written. Nulls are not kept, since they
 * equal nothing.
 *
 * <p>A step costs O(1) besides that which {@link TableRows} names, of which only the scans of the same value count.
 */
final class ColumnIndex {

    private static final double WHOLE_MAX = 1e15;

    private final String label;
    private final String column;
    private final ReentrantLock lock;
    private final Map<Object, KnownRows> rowsByValue = new HashMap<>();
    /** The rows of the values that may have changed since the index was kept. */
    private final Set<KnownRows> changed = Collections.newSetFromMap(new IdentityHashMap<>());

    /** True if the index was kept. */
    private boolean isKept;

    /** True if the index also has the values that were written before it was made. */
    private volatile boolean isComplete;

    /** The number of rows that got a value after a scan with a guide had looked for it. */
    private int lateCount;

    /**
     * Creates an index without rows.
     *
     * @param label the table's name in keys of the store
     */
    ColumnIndex(String label, String column, ReentrantLock lock) {
        this.label = label;
        this.column = column;
        this.lock = lock;
    }

    boolean isComplete() {
        return isComplete;
    }

    /**
     * Returns how many rows got a value after a scan in a store with a guide had looked for rows with this value.
     */
    int lateCount() {
        lock.lock();
        try {
            return lateCount;
        } finally {
            lock.unlock();
        }
    }

    /** Records that all values are in the index that were written before it was made. */
    void complete() {
        isComplete = true;
    }

    /**
     * Returns the known rows of each value, as far as there are any; from now on the transaction depends on rows in the
     * range that get one of the values.
     */
    List<KnownRows> scan(TxnRows txn, KeyRange range, List<Object> values) {
        var found = new ArrayList<KnownRows>(values.size());
        lock.lock();
        try {
            for (Object value : values) {
                KnownRows rows = of(sameFor(value));
                change(rows);
                rows.depend(txn, range);
                found.add(rows);
            }
        } finally {
            lock.unlock();
        }
        found.forEach(rows -> rows.read(txn, range));
        return found;
    }

    /**
     * Makes known that a transaction gives a value to a row.
     *
     * @param cell that the value is read from; empty if the row's key tells it
     */
    void add(TxnRows writer, RowKey row, Object value, Optional<Cell> cell) {
        if (value == SqlNull.NULL) {
            return;
        }
        KnownRows rows;
        lock.lock();
        try {
            rows = of(sameFor(value));
            if (!rows.contains(row)) {
                change(rows);
                lateCount += rows.isLookedFor() ? 1 : 0;
                rows.add(writer, row, txn -> txn.missed(new Membership(label, row), cell));
            }
        } finally {
            lock.unlock();
        }
        rows.writeRanges(writer, row);
    }

    /** Makes known a value that was written before the index was made. */
    void add(RowKey row, Object value) {
        if (value == SqlNull.NULL) {
            return;
        }
        lock.lock();
        try {
            KnownRows rows = of(sameFor(value));
            change(rows);
            rows.add(row);
        } finally {
            lock.unlock();
        }
    }

    private void change(KnownRows rows) {
        if (isKept) {
            changed.add(rows);
        }
    }

    private KnownRows of(Object form) {
        return rowsByValue.computeIfAbsent(
                form,
                value -> new KnownRows(lock, prefix -> new ValueRange(label, column, value, prefix), blank -> {
                    rowsByValue.remove(value, blank);
                    changed.remove(blank);
                }));
    }

    /** Makes the rows that are known now those that {@link #reset} goes back to. */
    void keep() {
        (isKept ? changed : rowsByValue.values()).forEach(KnownRows::keep);
        changed.clear();
        isKept = true;
    }

    /** Forgets the rows that the table does not know. The index was not kept. O(rows of the index). */
    void retain(KnownRows table) {
        List.copyOf(rowsByValue.values()).forEach(rows -> rows.retain(table));
    }

    /** Forgets all that has become known since the last {@link #keep}. */
    void reset() {
        List.copyOf(isKept ? changed : rowsByValue.values()).forEach(KnownRows::reset);
        changed.clear();
    }

    /**
     * Returns a value that is the same for all values that are equal in SQL, and perhaps for others. A number has the
     * same as its counterparts in wider types; a text has the same with and without blanks at its end.
     */
    private static Object sameFor(Object value) {
        return switch (value) {
            case Integer number -> (long) number;
            case Long number -> sameFor(number.doubleValue());
            case BigDecimal number -> sameFor(number.doubleValue());
            case Float number -> sameFor(number.doubleValue());
            case Double number -> sameFor(number.doubleValue());
            case String text -> text.stripTrailing();
            case OffsetDateTime moment -> moment.toInstant();
            case Interval interval -> SqlOrder.key(interval, SqlType.INTERVAL);
            default -> value;
        };
    }

    /** Returns a number as a whole one if it is, because that is how people write it. */
    private static Object sameFor(double number) {
        boolean isWhole = number == Math.rint(number) && Math.abs(number) < WHOLE_MAX;
        return isWhole ? (Object) (long) number : (Object) number;
    }
}
