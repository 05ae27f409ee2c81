package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * The keys of all rows that a table ever had, be it in transactions that are pending or aborted: it only grows. Which
 * of the rows are there is for each transaction to read.
 *
 * <p>A query that looks for rows by a condition depends on the absence of rows, too, which the store must know, or it
 * would show what no level allows: a transaction that counts the rows of a condition and then reads what another
 * wrote along with a new row of that condition. So a scan reads the membership of every known key that it cannot rule
 * out, also of rows that are not there. Keys that come later are read by then: when a key is new, every pending
 * transaction that scanned where it belongs reads its membership now. There is no choice in that read, since nobody
 * committed the row, and the initial state does not have it; it is the answer that the scan would have got.
 *
 * <p>A transaction that has committed reads no more. That is enough where a later one comes after it, or is at least
 * not visible to it, but serializability may put the later one before, be it strict, if the two overlapped: then the
 * committed one would have missed a row. There, and only there, a scan also reads a {@link Range}, and a new row reads
 * and writes the ranges that it falls into. Writing alone would not do: put before another writer of the range, whom
 * the scan read, a new row would leave no trace. Since each writer has read the one before, nobody comes in between.
 *
 * <p>Each step costs O(log rows), plus the number of pending scans for a new key and of the keys found for a scan.
 */
public final class TableRows {

    private final String label;
    private final ReentrantLock lock = new ReentrantLock();
    private final NavigableSet<RowKey> keys = new TreeSet<>();
    private final List<Scanned> scans = new ArrayList<>();
    /** Every prefix that was ever scanned by a transaction that may be put before committed ones. */
    private final Set<RowKey> ranges = new HashSet<>();

    private long lastHidden;

    /** A pending transaction looked at all rows in a range. */
    private record Scanned(TxnRows txn, KeyRange range) {

        boolean covers(TxnRows other, KeyRange otherRange) {
            return txn == other && range.covers(otherRange);
        }
    }

    TableRows(String label) {
        this.label = label;
    }

    /** How the table is called in keys of the store. */
    public String label() {
        return label;
    }

    /** The known keys in the range, in order; from now on the transaction depends on those that are not known yet. */
    List<RowKey> scan(TxnRows txn, KeyRange range) {
        if (txn.mayBePutBefore()) {
            watch(range.prefix());
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

    private void watch(RowKey prefix) {
        lock.lock();
        try {
            ranges.add(prefix);
        } finally {
            lock.unlock();
        }
    }

    /** The scanned ranges that a key falls into, the widest first. */
    private List<Range> ranges(RowKey key) {
        lock.lock();
        try {
            return IntStream.rangeClosed(0, key.values().size())
                    .mapToObj(length -> new RowKey(key.values().subList(0, length)))
                    .filter(ranges::contains)
                    .map(prefix -> new Range(label, prefix))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Makes a key known, as one that the transaction adds a row for. */
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

    /** Whether no row was ever added. */
    public boolean isUntouched() {
        lock.lock();
        try {
            return keys.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** How many rows were ever added. */
    int knownCount() {
        lock.lock();
        try {
            return keys.size();
        } finally {
            lock.unlock();
        }
    }

    /** A number for a row of a table that has no primary key. */
    long nextHidden() {
        lock.lock();
        try {
            return ++lastHidden;
        } finally {
            lock.unlock();
        }
    }

    /** A number that comes so many after the last; {@link #nextHidden} returns what it would have returned. */
    long laterHidden(long steps) {
        lock.lock();
        try {
            return lastHidden + steps;
        } finally {
            lock.unlock();
        }
    }

    /** The transaction ended. */
    void forget(TxnRows txn) {
        lock.lock();
        try {
            scans.removeIf(scanned -> scanned.txn == txn);
        } finally {
            lock.unlock();
        }
    }
}
