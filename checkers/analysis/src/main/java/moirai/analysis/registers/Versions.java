package moirai.analysis.registers;

import java.util.Arrays;
import java.util.BitSet;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.History;

/**
 * The installed versions of all keys, with dense ids: one for each write of the reduced history, then the initial
 * version of each key. Who wrote and who read each. O(ops × ops of a transaction) time, O(ops) space.
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
    /** Reads that follow a write of the same transaction to the same key, which they contradict. */
    private final BitSet late = new BitSet();

    Versions(History recorded, KeyValueHistory history) {
        this.history = history;
        this.writer = new int[history.writeCount()];
        this.ofRead = new int[history.readCount()];
        this.firstReader = new int[count() + 1];
        this.readers = new int[history.readCount()];
        for (int txn = 0; txn < history.txnCount(); txn++) {
            Arrays.fill(writer, history.firstWrite(txn), history.endWrite(txn), txn);
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int key = history.readKey(read);
                int source = history.readSource(read);
                ofRead[read] = source == KeyValueHistory.INITIAL ? initial(key) : of(source, key);
                firstReader[ofRead[read] + 1]++;
                if (of(txn, key) != NONE && followsWrite(recorded, recorded.firstOp(history.recordedTxn(txn)), read)) {
                    late.set(read);
                }
            }
        }
        groupReaders();
    }

    private boolean followsWrite(History recorded, int firstOp, int read) {
        for (int op = firstOp; op < history.recordedRead(read); op++) {
            if (recorded.isWrite(op) && recorded.key(op) == history.readKey(read)) {
                return true;
            }
        }
        return false;
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
        for (int read = history.endRead(txn) - 1; read >= history.firstRead(txn); read--) {
            if (history.readKey(read) == key && !isLate(read)) {
                return ofRead[read];
            }
        }
        return NONE;
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
