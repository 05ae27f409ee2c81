package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;

/** A history of at most {@link #TXN_COUNT_MAX} transactions, whose sets of transactions are the bits of a long. */
final class SmallHistory {

    static final int TXN_COUNT_MAX = 64;

    /** Those who read a key from one source. */
    record Readers(int key, int source, long readers) {

        /** Whether the source is the initial state or in the set. */
        boolean isSourceIn(long txns) {
            return source == INITIAL || (txns >>> source & 1) != 0;
        }
    }

    private final int txnCount;
    private final long[] predecessors;
    private final long[] conflicts;
    private final long[] writersByKey;
    private final List<Readers> readers = new ArrayList<>();
    private long writers;

    /** Needs memory and time O(transactions² + ops). */
    SmallHistory(KeyValueHistory history, BaseOrder base) {
        this.txnCount = history.txnCount();
        this.predecessors = new long[txnCount];
        this.conflicts = new long[txnCount];
        this.writersByKey = new long[history.keyCount()];
        for (int txn = 0; txn < txnCount; txn++) {
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                writersByKey[history.writeKey(write)] |= bit(txn);
                writers |= bit(txn);
            }
        }
        for (int txn = 0; txn < txnCount; txn++) {
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                conflicts[txn] |= writersByKey[history.writeKey(write)] & ~bit(txn);
            }
            predecessors[txn] = inBase(history, base, txn);
        }
        addReads(history);
    }

    private static long inBase(KeyValueHistory history, BaseOrder base, int txn) {
        long before = 0;
        for (int other = 0; base != BaseOrder.NONE && other < txn; other++) {
            if (history.session(other) == history.session(txn)
                    || (base == BaseOrder.REALTIME && history.endNanos(other) < history.startNanos(txn))) {
                before |= bit(other);
            }
        }
        return before;
    }

    private void addReads(KeyValueHistory history) {
        var byKeyAndSource = new TreeMap<Long, Long>();
        for (int txn = 0; txn < txnCount; txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int source = history.readSource(read);
                byKeyAndSource.merge(
                        (long) history.readKey(read) << 32 | (source - INITIAL), bit(txn), (a, b) -> a | b);
                predecessors[txn] |= source == INITIAL ? 0 : bit(source);
            }
        }
        byKeyAndSource.forEach((keyAndSource, of) ->
                readers.add(new Readers((int) (keyAndSource >>> 32), (int) (long) keyAndSource + INITIAL, of)));
    }

    static long bit(int txn) {
        return 1L << txn;
    }

    int txnCount() {
        return txnCount;
    }

    /** All of them. */
    long all() {
        return txnCount == 0 ? 0 : -1L >>> (Long.SIZE - txnCount);
    }

    /** Those that write anything. */
    long writers() {
        return writers;
    }

    long writers(int key) {
        return writersByKey[key];
    }

    /** The others that write a key that the transaction writes. */
    long conflicts(int txn) {
        return conflicts[txn];
    }

    /** Those from which the transaction reads, and those before it in the base order. */
    long predecessors(int txn) {
        return predecessors[txn];
    }

    /** By key, then by source. */
    List<Readers> readers() {
        return readers;
    }
}
