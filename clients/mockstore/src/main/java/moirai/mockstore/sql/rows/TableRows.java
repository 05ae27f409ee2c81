package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import moirai.mockstore.sql.rows.StoreKey.Membership;
import moirai.mockstore.sql.rows.StoreKey.Range;

/**
 * The keys of all rows that a table ever had, including those of pending and aborted transactions: the set only grows.
 * Each transaction reads from the store which of the rows exist.
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
 * <p>Each step costs O(log rows), plus the number of pending scans for a new key and of the keys found for a scan.
 */
public final class TableRows {

    private final String label;
    private final ReentrantLock lock = new ReentrantLock();
    private final NavigableSet<RowKey> keys = new TreeSet<>();
    private final List<Scanned> scans = new ArrayList<>();
    /** Every prefix that was ever scanned by a transaction that may be ordered before committed ones. */
    private final Set<RowKey> ranges = new HashSet<>();

    private long lastHidden;
    /** The keys and ranges that were added since the rows were kept. */
    private final List<RowKey> keysSince = new ArrayList<>();

    private final List<RowKey> rangesSince = new ArrayList<>();
    private long lastHiddenKept;

    /** A scan of all rows in a range, by a pending transaction unless the listener asks for those that missed a row. */
    private record Scanned(TxnRows txn, KeyRange range) {

        boolean covers(TxnRows other, KeyRange otherRange) {
            return txn == other && range.covers(otherRange);
        }
    }

    TableRows(String label) {
        this.label = label;
    }

    /** Returns the table's name in keys of the store. */
    public String label() {
        return label;
    }

    /**
     * Returns the known keys in the range, in order; from now on the transaction depends on keys that are not known
     * yet.
     */
    List<RowKey> scan(TxnRows txn, KeyRange range) {
        if (txn.mayBePutBefore()) {
            locked(() -> ranges.add(range.prefix()) && rangesSince.add(range.prefix()));
            txn.read(new Range(label, range.prefix()));
        }
        lock.lock();
        try {
            if (scans.stream().noneMatch(scanned -> scanned.covers(txn, range))) {
                scans.add(new Scanned(txn, range));
                txn.scanned(this);
            }
            var found = new ArrayList<RowKey>();
            for (RowKey key : keys.tailSet(range.start(), true)) {
                if (range.isBefore(key)) {
                    break;
                }
                if (range.contains(key)) {
                    found.add(key);
                }
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the scanned ranges that contain a key, the widest first. */
    private List<Range> ranges(RowKey key) {
        return locked(() -> IntStream.rangeClosed(0, key.values().size())
                .mapToObj(length -> new RowKey(key.values().subList(0, length)))
                .filter(ranges::contains)
                .map(prefix -> new Range(label, prefix))
                .toList());
    }

    /** Adds a key for which the transaction inserts a row. */
    void add(TxnRows writer, RowKey key) {
        makeKnown(writer, key);
        if (writer.mayBePutBefore()) {
            for (Range range : ranges(key)) {
                writer.read(range);
                writer.write(range, Optional.of(true));
            }
        }
    }

    private void makeKnown(TxnRows writer, RowKey key) {
        lock.lock();
        try {
            if (keys.add(key)) {
                keysSince.add(key);
                for (Scanned scanned : scans) {
                    if (scanned.txn != writer && scanned.range.contains(key)) {
                        scanned.txn.missed(new Membership(label, key));
                    }
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether no row was ever added. */
    public boolean isUntouched() {
        return locked(keys::isEmpty);
    }

    /** Returns how many rows were ever added. */
    int knownCount() {
        return locked(keys::size);
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
            keysSince.clear();
            rangesSince.clear();
            lastHiddenKept = lastHidden;
            return true;
        });
    }

    /** Forgets all rows that have become known since the last {@link #keep}. No transaction is pending. */
    void reset() {
        locked(() -> {
            keysSince.forEach(keys::remove);
            rangesSince.forEach(ranges::remove);
            keysSince.clear();
            rangesSince.clear();
            lastHidden = lastHiddenKept;
            scans.clear();
            return true;
        });
    }

    /** Forgets the scans of a transaction that ended. */
    void forget(TxnRows txn) {
        locked(() -> scans.removeIf(scanned -> scanned.txn == txn));
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
