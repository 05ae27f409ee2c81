package moirai.analysis.registers;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntComparator;
import java.util.Arrays;
import java.util.BitSet;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.History;

/**
 * The installed versions of all keys, with dense ids: one for each write of the reduced history, then the initial
 * version of each key. Who wrote and who read each. O(ops × log of a transaction's ops) time, O(ops) space.
 */
final class Versions {

    static final int NONE = -1;

    private static final int FANOUT_MAX = 1024;
    private static final int SUCCESSORS_MIN = 8;

    private final KeyValueHistory history;
    private final int[] writer;
    /** The version that each read returned. */
    private final int[] ofRead;
    /** The readers of each version, those that read it twice twice. */
    private final int[] firstReader;

    private final int[] readers;
    /** The reads of each transaction by key, those of a key in their order. */
    private final int[] readsByKey;
    /** Reads that follow a write of the same transaction to the same key, which they contradict. */
    private final BitSet late = new BitSet();

    Versions(History recorded, KeyValueHistory history) {
        this.history = history;
        this.writer = new int[history.writeCount()];
        this.ofRead = new int[history.readCount()];
        this.firstReader = new int[count() + 1];
        this.readers = new int[history.readCount()];
        this.readsByKey = readsByKey();
        int[] firstWriteOp = firstWriteOps(recorded);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            Arrays.fill(writer, history.firstWrite(txn), history.endWrite(txn), txn);
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int key = history.readKey(read);
                int source = history.readSource(read);
                ofRead[read] = source == KeyValueHistory.INITIAL ? initial(key) : of(source, key);
                firstReader[ofRead[read] + 1]++;
                int written = of(txn, key);
                if (written != NONE && firstWriteOp[written] < history.recordedRead(read)) {
                    late.set(read);
                }
            }
        }
        groupReaders();
    }

    private int[] readsByKey() {
        int[] reads = new int[history.readCount()];
        for (int read = 0; read < reads.length; read++) {
            reads[read] = read;
        }
        IntComparator byKey = (one, other) -> {
            int order = Integer.compare(history.readKey(one), history.readKey(other));
            return order == 0 ? Integer.compare(one, other) : order;
        };
        for (int txn = 0; txn < history.txnCount(); txn++) {
            IntArrays.quickSort(reads, history.firstRead(txn), history.endRead(txn), byKey);
        }
        return reads;
    }

    /** Returns, for each version, the first operation of its writer that wrote its key. */
    private int[] firstWriteOps(History recorded) {
        int[] first = new int[history.writeCount()];
        Arrays.fill(first, Integer.MAX_VALUE);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.endWrite(txn) > history.firstWrite(txn)) {
                int recordedTxn = history.recordedTxn(txn);
                for (int op = recorded.firstOp(recordedTxn); op < recorded.endOp(recordedTxn); op++) {
                    int written = recorded.isWrite(op) ? of(txn, recorded.key(op)) : NONE;
                    if (written != NONE) {
                        first[written] = Math.min(first[written], op);
                    }
                }
            }
        }
        return first;
    }

    private void groupReaders() {
        for (int version = 0; version < count(); version++) {
            firstReader[version + 1] += firstReader[version];
        }
        int[] next = firstReader.clone();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                readers[next[ofRead[read]]++] = txn;
            }
        }
    }

    int count() {
        return history.writeCount() + history.keyCount();
    }

    int initial(int key) {
        return history.writeCount() + key;
    }

    boolean isInitial(int version) {
        return version >= history.writeCount();
    }

    int key(int version) {
        return isInitial(version) ? version - history.writeCount() : history.writeKey(version);
    }

    /** Returns the transaction that installed the version, which is not initial. */
    int writer(int version) {
        return writer[version];
    }

    /** Returns the version of the key that the transaction installed, or {@link #NONE}. O(log of its writes). */
    int of(int txn, int key) {
        return history.write(txn, key);
    }

    int ofRead(int read) {
        return ofRead[read];
    }

    /**
     * Returns whether the read follows a write of its own transaction, so that it says nothing of what was there
     * before.
     */
    boolean isLate(int read) {
        return late.get(read);
    }

    /** Returns the version of the key that the transaction read last before any own write, or {@link #NONE}. */
    int lastRead(int txn, int key) {
        for (int at = endReadOf(txn, key) - 1; at >= history.firstRead(txn); at--) {
            int read = readsByKey[at];
            if (history.readKey(read) != key) {
                break;
            }
            if (!isLate(read)) {
                return ofRead[read];
            }
        }
        return NONE;
    }

    /** Returns the first place of the reads of a key by a transaction, which end before {@link #endReadOf}. O(log). */
    int firstReadOf(int txn, int key) {
        return placeOf(txn, key);
    }

    int endReadOf(int txn, int key) {
        return placeOf(txn, key + 1);
    }

    /** Returns the read at a place. */
    int readAt(int place) {
        return readsByKey[place];
    }

    /** Returns the first place among the reads of a transaction by key that is not before a key. */
    private int placeOf(int txn, int key) {
        int low = history.firstRead(txn);
        int high = history.endRead(txn);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (history.readKey(readsByKey[middle]) < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    int firstReader(int version) {
        return firstReader[version];
    }

    int endReader(int version) {
        return firstReader[version + 1];
    }

    /**
     * Returns the number of successors that the version's readers are put before, at most. A version that many read
     * and many may have overwritten then costs no more than some dozens of edges for each of them. Nothing is claimed
     * about what is left out.
     */
    int successorsMax(int version) {
        int readers = endReader(version) - firstReader(version);
        return Math.max(SUCCESSORS_MIN, FANOUT_MAX / Math.max(1, readers));
    }

    int reader(int index) {
        return readers[index];
    }
}
