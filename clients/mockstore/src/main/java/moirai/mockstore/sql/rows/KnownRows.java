package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import moirai.mockstore.StoreTxn;

/**
 * Keys of rows that are known, and the scans that depend on those that are not: {@link TableRows} describes both.
 * Guarded by the lock of the table, which each method takes.
 */
final class KnownRows {

    private final ReentrantLock lock;
    /** Returns the key of the store for the rows whose keys begin with a prefix. */
    private final Function<RowKey, StoreKey> rangeOf;

    private final Consumer<KnownRows> whenBlank;
    private final NavigableSet<RowKey> keys = new TreeSet<>();
    /** The scans by pending transactions, and by others if the listener asks for those that missed a row. */
    private final Map<TxnRows, ScannedRanges> scans = new LinkedHashMap<>(0);

    /** Every prefix that was ever scanned by a transaction that may be ordered before committed ones. */
    private final Set<RowKey> ranges = new HashSet<>(0);

    /** True if a scan has looked for rows in a store with a guide, which runs transactions again and again. */
    private boolean isLookedFor;

    /** True if the rows were kept. */
    private boolean isKept;

    /** The keys and ranges that were added since the rows were kept. */
    private final List<RowKey> keysSince = new ArrayList<>(0);

    private final List<RowKey> rangesSince = new ArrayList<>(0);

    /**
     * Creates an empty set.
     *
     * @param whenBlank called with the lock when nothing is left to remember
     */
    KnownRows(ReentrantLock lock, Function<RowKey, StoreKey> rangeOf, Consumer<KnownRows> whenBlank) {
        this.lock = lock;
        this.rangeOf = rangeOf;
        this.whenBlank = whenBlank;
    }

    /** Notes that from now on a transaction depends on keys in the range that are not known yet. */
    void depend(TxnRows txn, KeyRange range) {
        lock.lock();
        try {
            isLookedFor |= txn.isGuided();
            if (txn.mayBePutBefore() && ranges.add(range.prefix()) && isKept) {
                rangesSince.add(range.prefix());
            }
            ScannedRanges scanned = scans.get(txn);
            if (scanned == null) {
                scanned = new ScannedRanges();
                scans.put(txn, scanned);
                txn.scanned(this);
            }
            scanned.add(range);
        } finally {
            lock.unlock();
        }
    }

    /** Reads the range from the store if others may be ordered before a transaction that scans it. */
    void read(TxnRows txn, KeyRange range) {
        if (txn.mayBePutBefore()) {
            txn.read(rangeOf.apply(range.prefix()));
        }
    }

    /** Returns the known keys in the range, in order. */
    List<RowKey> within(KeyRange range) {
        lock.lock();
        try {
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

    /**
     * Makes a key known.
     *
     * @param missed told each transaction whose scan did not find it, if it is new
     * @return whether it is new
     */
    boolean add(TxnRows writer, RowKey key, Consumer<TxnRows> missed) {
        lock.lock();
        try {
            boolean isNew = put(key);
            if (isNew) {
                scans.forEach((txn, scanned) -> {
                    if (txn != writer && scanned.contain(key)) {
                        missed.accept(txn);
                    }
                });
            }
            return isNew;
        } finally {
            lock.unlock();
        }
    }

    /** Makes a key known on which no scan depends. */
    void add(RowKey key) {
        lock.lock();
        try {
            put(key);
        } finally {
            lock.unlock();
        }
    }

    /** Adds a key; returns false if it is known. */
    private boolean put(RowKey key) {
        boolean isNew = keys.add(key);
        if (isNew && isKept) {
            keysSince.add(key);
        }
        return isNew;
    }

    /** Forgets a key with which no transaction has to do. The rows were not kept. */
    void forget(RowKey key) {
        keys.remove(key);
    }

    /** Forgets the keys that others do not know. The rows were not kept. */
    void retain(KnownRows others) {
        keys.removeIf(key -> !others.keys.contains(key));
        reportBlank();
    }

    /** Reads and writes the scanned ranges that contain a key, the widest first. */
    void writeRanges(TxnRows writer, RowKey key) {
        if (writer.mayBePutBefore()) {
            for (StoreKey range : ranges(key)) {
                writer.read(range);
                writer.write(range, Optional.of(StoreTxn.Trace.TRACE));
            }
        }
    }

    private List<StoreKey> ranges(RowKey key) {
        lock.lock();
        try {
            return ranges.isEmpty()
                    ? List.of()
                    : IntStream.rangeClosed(0, key.values().size())
                            .mapToObj(key::start)
                            .filter(ranges::contains)
                            .map(rangeOf)
                            .toList();
        } finally {
            lock.unlock();
        }
    }

    boolean contains(RowKey key) {
        lock.lock();
        try {
            return keys.contains(key);
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a scan has looked for rows in a store with a guide. */
    boolean isLookedFor() {
        return isLookedFor;
    }

    /** Returns how many keys are known. */
    int count() {
        lock.lock();
        try {
            return keys.size();
        } finally {
            lock.unlock();
        }
    }

    /** Makes the keys that are known now those that {@link #reset} goes back to. */
    void keep() {
        lock.lock();
        try {
            isKept = true;
            keysSince.clear();
            rangesSince.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all keys that have become known since the last {@link #keep}, and all scans. */
    void reset() {
        lock.lock();
        try {
            if (isKept) {
                keysSince.forEach(keys::remove);
                rangesSince.forEach(ranges::remove);
                keep();
            } else {
                keys.clear();
                ranges.clear();
            }
            scans.clear();
            reportBlank();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the scans of a transaction that ended. */
    void forget(TxnRows txn) {
        lock.lock();
        try {
            scans.remove(txn);
            reportBlank();
        } finally {
            lock.unlock();
        }
    }

    private void reportBlank() {
        if (keys.isEmpty() && scans.isEmpty() && ranges.isEmpty() && !isLookedFor) {
            whenBlank.accept(this);
        }
    }
}
