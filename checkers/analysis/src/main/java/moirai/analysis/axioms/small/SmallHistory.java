package moirai.analysis.axioms.small;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * A history of at most {@link #TXN_COUNT_MAX} transactions, numbered from 0 in the order in which they are added.
 *
 * <p>Besides reads and writes a transaction can lock keys that it reads. A lock asks for serializability's axiom of
 * that read alone: if another transaction writes the key and commits before the one that locks, it commits before the
 * read's source.
 *
 * <p>An instance can be cleared and filled again. Keys are dense: memory grows with the highest number.
 */
public final class SmallHistory {

    /** The largest number of transactions. */
    public static final int TXN_COUNT_MAX = 64;

    private int txnCount;
    private final long[] predecessors = new long[TXN_COUNT_MAX];
    private final long[] conflicts = new long[TXN_COUNT_MAX];
    private final LongArrayList[] overwrittenReads = new LongArrayList[TXN_COUNT_MAX];
    private final LongArrayList[] overwrittenLocks = new LongArrayList[TXN_COUNT_MAX];
    private long writers;
    private long[] writersByKey = new long[16];
    /** One more than the highest key that is written. */
    private int keyCount;

    private boolean hasReads;
    private boolean hasLocks;

    /** Makes an empty history. */
    public SmallHistory() {
        for (int txn = 0; txn < TXN_COUNT_MAX; txn++) {
            overwrittenReads[txn] = new LongArrayList();
            overwrittenLocks[txn] = new LongArrayList(0);
        }
    }

    /** Removes all transactions. */
    public void clear() {
        for (int txn = 0; txn < txnCount; txn++) {
            conflicts[txn] = 0;
            overwrittenReads[txn].clear();
            overwrittenLocks[txn].clear();
        }
        Arrays.fill(writersByKey, 0, keyCount, 0);
        txnCount = 0;
        keyCount = 0;
        writers = 0;
        hasReads = false;
        hasLocks = false;
    }

    /**
     * Adds the next transaction.
     *
     * @param before the transactions that precede it whatever it reads, as bits
     */
    public void add(long before) {
        if (txnCount == TXN_COUNT_MAX) {
            throw new IllegalStateException("more than " + TXN_COUNT_MAX + " transactions; expected no more");
        }
        predecessors[txnCount++] = before;
    }

    /** Adds a write. All writes of a history are added before the first read. */
    public void write(int txn, int key) {
        if (hasReads) {
            throw new IllegalStateException("T" + txn + " writes key " + key + " after a read; expected writes first");
        }
        if (key >= keyCount) {
            keyCount = key + 1;
            writersByKey = LongArrays.grow(writersByKey, keyCount);
        }
        conflict(txn, writersByKey[key]);
        writersByKey[key] |= bit(txn);
        writers |= bit(txn);
    }

    /** Adds a read of a key from another transaction, or from the initial state. */
    public void read(int txn, int key, int source) {
        hasReads = true;
        predecessors[txn] |= sourceBit(source);
        addOverwriters(overwrittenReads, txn, key, source);
    }

    /** Adds a lock on a key that the transaction reads from this source. */
    public void lock(int txn, int key, int source) {
        hasLocks = true;
        addOverwriters(overwrittenLocks, txn, key, source);
    }

    /** Makes a transaction conflict with the writers of a key, as if it wrote the key too. */
    public void contend(int txn, int key) {
        conflict(txn, writersOf(key));
    }

    private void conflict(int txn, long others) {
        conflicts[txn] |= others & ~bit(txn);
        for (long rest = others & ~bit(txn); rest != 0; rest &= rest - 1) {
            conflicts[Long.numberOfTrailingZeros(rest)] |= bit(txn);
        }
    }

    private void addOverwriters(LongArrayList[] overwritten, int reader, int key, int source) {
        for (long rest = writersOf(key) & ~bit(reader) & ~sourceBit(source); rest != 0; rest &= rest - 1) {
            LongArrayList pairs = overwritten[Long.numberOfTrailingZeros(rest)];
            pairs.add(bit(reader));
            pairs.add(sourceBit(source));
        }
    }

    private long writersOf(int key) {
        return key < keyCount ? writersByKey[key] : 0;
    }

    static long bit(int txn) {
        return 1L << txn;
    }

    private static long sourceBit(int source) {
        return source == INITIAL ? 0 : bit(source);
    }

    int txnCount() {
        return txnCount;
    }

    /** Returns the set of all transactions. */
    long all() {
        return txnCount == 0 ? 0 : -1L >>> (Long.SIZE - txnCount);
    }

    /** Returns the transactions that write anything. */
    long writers() {
        return writers;
    }

    /** Returns for each transaction those from which it reads, and those before it whatever it reads. Not a copy. */
    long[] predecessors() {
        return predecessors;
    }

    /** Returns the transactions with which a transaction must not overlap: both write a key, or one contends for it. */
    long conflicts(int txn) {
        return conflicts[txn];
    }

    boolean hasLocks() {
        return hasLocks;
    }

    /**
     * Returns the reads by others of keys that the transaction writes, unless it is their source: for each the bit of
     * the reader, and then the bit of the source, which is 0 for the initial state.
     */
    LongArrayList overwrittenReads(int txn) {
        return overwrittenReads[txn];
    }

    /** Returns the same of reads under a lock. */
    LongArrayList overwrittenLocks(int txn) {
        return overwrittenLocks[txn];
    }
}
