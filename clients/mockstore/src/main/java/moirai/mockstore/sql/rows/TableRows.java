package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import moirai.mockstore.sql.rows.StoreKey.Cell;
import moirai.mockstore.sql.rows.StoreKey.Membership;
import moirai.mockstore.sql.rows.StoreKey.Range;

/**
 * The keys of all rows that a table ever had, including those of pending and aborted transactions. The set only grows,
 * unless the store {@linkplain moirai.mockstore.StoreMemory forgets} that there was a row. Each transaction reads from
 * the store which of the rows exist.
 *
 * <p>A query that searches rows by a condition also depends on the absence of rows. The store must know that, or it
 * would produce behaviours that no level allows: a transaction counts the rows that satisfy a condition, and then reads
 * something that another transaction wrote together with a new row of that condition. So a scan reads the membership of
 * every known key that it cannot exclude, also of rows that do not exist. For keys that are added later there is a
 * second rule: when a key is new, every pending transaction that scanned a range containing it reads its membership
 * now. That read has only one possible source, because no transaction has committed the row, and the initial state does
 * not have it; the scan would have got the same answer.
 *
 * <p>A committed transaction reads no more, except in the history of a store whose {@link
 * moirai.mockstore.StoreListener#asksForMissedRows listener asks for it}. That is enough where a later transaction
 * comes after it, or is at least not visible to it. But serializability may order the later one before it (strict
 * serializability, too, if the two
 * overlapped): then the committed one would have missed a row. There, and only there, a scan also reads a {@link
 * Range}, and a new row reads and writes the ranges that contain it. Writing alone would not suffice: a new row that is
 * ordered before another writer of the range, from which the scan read, would leave no trace. Since each writer has
 * read from the previous one, no writer comes in between.
 *
 * <p>A {@link ColumnIndex} excludes the rows that never had a value in a column, in any version. It follows the same
 * rules, for the rows that get the value: when a row is new among those of a value, every pending transaction that
 * scanned the value reads the membership and the value of the row now. It may find versions of other transactions
 * there, but none with this value, because no committed one has it; so the row would not have been found. And at
 * serializability, whoever gives a value to a row reads and writes the scanned {@link StoreKey.ValueRange ranges of the
 * value}, even if the row is known: the transaction that made it known may have been aborted after the scan.
 *
 * <p>Each step costs O(log rows), plus the number of pending scans for a new key and of the keys found for a scan.
 */
public final class TableRows {

    private final String label;
    private final ReentrantLock lock = new ReentrantLock();
    private final KnownRows rows;
    /** The indexes by the names under which the store keeps the columns. Never changed, but replaced. */
    private volatile Map<String, ColumnIndex> indexes = Map.of();

    private Map<String, ColumnIndex> indexesKept = Map.of();
    /** The columns that have cells, by the names under which the store keeps them. */
    private final Set<String> columns = ConcurrentHashMap.newKeySet();
    /** The number of rows that were forgotten since the indexes forgot theirs. */
    private int forgottenCount;

    private long lastHidden;
    private long lastHiddenKept;

    /** The values of a column that are searched. */
    public record Sought(String column, List<Object> values) {

        public Sought {
            values = List.copyOf(values);
        }
    }

    TableRows(String label) {
        this.label = label;
        this.rows = new KnownRows(lock, prefix -> new Range(label, prefix), blank -> {});
    }

    /** Returns the table's name in keys of the store. */
    public String label() {
        return label;
    }

    /**
     * Returns the known keys in the range of rows that may have one of the sought values in each column, in order; from
     * now on the transaction depends on rows that are not known yet. A column without an index excludes nothing.
     */
    List<RowKey> scan(TxnRows txn, KeyRange range, List<Sought> columns) {
        if (columns.stream().anyMatch(column -> column.values().isEmpty())) {
            return List.of();
        }
        var found = new ArrayList<List<KnownRows>>();
        for (Sought column : columns) {
            ColumnIndex index = indexes.get(column.column());
            // A listener that asks for missed rows wants to know what was read: nobody could tell it of changed rows.
            if (index != null && index.isComplete() && !txn.isAskedForMissedRows()) {
                found.add(index.scan(txn, range, column.values()));
            }
        }
        if (found.isEmpty()) {
            rows.depend(txn, range);
            rows.read(txn, range);
            return rows.within(range);
        }
        return common(found, range);
    }

    /** Returns the keys in the range that are in each list, in order. */
    private static List<RowKey> common(List<List<KnownRows>> lists, KeyRange range) {
        List<KnownRows> fewest = lists.stream()
                .min(Comparator.comparingInt(
                        list -> list.stream().mapToInt(KnownRows::count).sum()))
                .orElseThrow();
        if (lists.size() == 1 && fewest.size() == 1) {
            return fewest.getFirst().within(range);
        }
        var keys = new TreeSet<RowKey>();
        fewest.forEach(known -> keys.addAll(known.within(range)));
        return keys.stream()
                .filter(key -> lists.stream().allMatch(list -> list.stream().anyMatch(known -> known.contains(key))))
                .toList();
    }

    /**
     * Adds a key for which the transaction inserts a row.
     *
     * @param write writes to the store that the row is there
     */
    void add(TxnRows writer, RowKey key, Runnable write) {
        rows.add(writer, key, txn -> txn.missed(new Membership(label, key)));
        rows.writeRanges(writer, key);
        write.run();
        // Before the store had it, others may have forgotten the key of a row that was there before, and scanned then.
        if (rows.add(writer, key, txn -> txn.missed(new Membership(label, key)))) {
            rows.writeRanges(writer, key);
        }
    }

    /** Returns the cells that a row may have. */
    List<Object> cells(RowKey row) {
        return columns.stream()
                .<Object>map(column -> new Cell(label, row, column))
                .toList();
    }

    /**
     * Forgets rows that are not there.
     *
     * @param isForgotten returns whether no transaction has to do with a key of the store
     */
    void forget(List<RowKey> keys, Predicate<Object> isForgotten) {
        locked(() -> {
            for (RowKey key : keys) {
                if (isForgotten.test(new Membership(label, key))) {
                    rows.forget(key);
                    forgottenCount++;
                }
            }
            if (forgottenCount > rows.count()) {
                indexes.values().forEach(index -> index.retain(rows));
                forgottenCount = 0;
            }
            return true;
        });
    }

    /**
     * Writes a value of a row, and makes it known to the index of the column, if there is one.
     *
     * @param isInKey whether the row's key tells the value, so that nobody reads the cell
     * @param write writes the value to the store
     */
    void write(TxnRows writer, Cell cell, Object value, boolean isInKey, Runnable write) {
        if (!isInKey) {
            columns.add(cell.column());
        }
        ColumnIndex before = indexes.get(cell.column());
        Optional<Cell> read = isInKey ? Optional.empty() : Optional.of(cell);
        if (before != null) {
            before.add(writer, cell.row(), value, read);
        }
        write.run();
        ColumnIndex after = indexes.get(cell.column());
        if (after != null && after != before) {
            // It was made meanwhile, and may have been filled before the store had the value.
            after.add(writer, cell.row(), value, read);
        }
    }

    /** Returns whether rows are found by values of a column. */
    public boolean isIndexed(String column) {
        ColumnIndex index = indexes.get(column);
        return index != null && index.isComplete();
    }

    /**
     * Makes indexes of columns, which stay for good.
     *
     * @param columns the position in the key of each, or -1, by the name under which the store keeps the column
     * @param written returns the cells of these columns in the store, each with all values that somebody may read
     */
    public void index(Map<String, Integer> columns, Supplier<Map<Cell, List<Object>>> written) {
        var all = new HashMap<>(indexes);
        columns.keySet().forEach(column -> all.computeIfAbsent(column, name -> new ColumnIndex(label, name, lock)));
        indexes = Map.copyOf(all);
        // Whoever adds a row from now on finds the indexes.
        Map<Cell, List<Object>> cells = isUntouched() ? Map.of() : written.get();
        List<RowKey> keys = rows.within(new KeyRange(new RowKey(List.of())));
        all.forEach((column, index) -> {
            Integer position = columns.get(column);
            if (position != null) {
                cells.forEach((cell, values) -> {
                    if (cell.column().equals(column)) {
                        values.forEach(value -> index.add(cell.row(), value));
                    }
                });
                if (position >= 0) {
                    keys.forEach(row -> index.add(row, row.value(position)));
                }
                index.complete();
            }
        });
    }

    /** Returns whether no row is known, so that none is there for any transaction. */
    public boolean isUntouched() {
        return rows.count() == 0;
    }

    /** Returns how many rows are known, or got a value for which a scan with a guide had looked before. */
    int knownCount() {
        return rows.count()
                + indexes.values().stream().mapToInt(ColumnIndex::lateCount).sum();
    }

    /** Returns a number for a row of a table that has no primary key. */
    long nextHidden() {
        return locked(() -> ++lastHidden);
    }

    /**
     * Returns the number that comes a given number of steps after the last; the result of {@link #nextHidden} does not
     * change.
     */
    long laterHidden(long steps) {
        return locked(() -> lastHidden + steps);
    }

    /** Makes the rows that are known now those that {@link #reset} goes back to. */
    void keep() {
        locked(() -> {
            rows.keep();
            indexes.values().forEach(ColumnIndex::keep);
            indexesKept = indexes;
            lastHiddenKept = lastHidden;
            return true;
        });
    }

    /** Forgets all rows that have become known since the last {@link #keep}. No transaction is pending. */
    void reset() {
        locked(() -> {
            rows.reset();
            indexes = indexesKept;
            indexes.values().forEach(ColumnIndex::reset);
            lastHidden = lastHiddenKept;
            return true;
        });
    }

    private <T> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }
}
