package moirai.analysis.axioms.proof;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import moirai.analysis.axioms.KeyValueHistory;

/** Parts of a history. Whatever a part violates, the whole violates too, for all axioms only ask more of more. */
final class SubHistory {

    private final KeyValueHistory history;
    private final BitSet txns;
    private final BitSet reads;
    private final BitSet writes;

    private SubHistory(KeyValueHistory history, BitSet txns, BitSet reads, BitSet writes) {
        this.history = history;
        this.txns = txns;
        this.reads = reads;
        this.writes = writes;
    }

    /**
     * Returns the history of these transactions with those of their reads and writes that are in the sets, without
     * reads from other transactions. A transaction that is read from has to keep its write. O(history's transactions,
     * ops and keys).
     */
    static KeyValueHistory of(KeyValueHistory history, BitSet txns, BitSet reads, BitSet writes) {
        return new SubHistory(history, txns, reads, writes).build(key -> key);
    }

    /** Returns the same history with keys numbered by those that occur, in their order; ops keep their ids. */
    static KeyValueHistory withDenseKeys(KeyValueHistory history) {
        var occurring = new BitSet();
        for (int read = 0; read < history.readCount(); read++) {
            occurring.set(history.readKey(read));
        }
        for (int write = 0; write < history.writeCount(); write++) {
            occurring.set(history.writeKey(write));
        }
        int[] keys = occurring.stream().toArray();
        var all = new SubHistory(
                history, upTo(history.txnCount()), upTo(history.readCount()), upTo(history.writeCount()));
        return all.build(key -> Arrays.binarySearch(keys, key));
    }

    /** Returns the set of all ids below this. */
    static BitSet upTo(int end) {
        var all = new BitSet(end);
        all.set(0, end);
        return all;
    }

    private KeyValueHistory build(IntUnaryOperator keyNumber) {
        var part = new KeyValueHistory.Builder(history.isTimed());
        int[] number = new int[history.txnCount()];
        int count = 0;
        for (int txn = txns.nextSetBit(0); txn >= 0; txn = txns.nextSetBit(txn + 1)) {
            number[txn] = count++;
        }
        var written = new BitSet();
        for (int txn = txns.nextSetBit(0); txn >= 0; txn = txns.nextSetBit(txn + 1)) {
            part.txn(history.session(txn), history.startNanos(txn), history.endNanos(txn), history.recordedTxn(txn));
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int source = history.readSource(read);
                if (reads.get(read) && (source == KeyValueHistory.INITIAL || txns.get(source))) {
                    int writer = source == KeyValueHistory.INITIAL ? source : number[source];
                    part.read(keyNumber.applyAsInt(history.readKey(read)), writer, history.recordedRead(read));
                }
            }
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                if (writes.get(write)) {
                    part.write(keyNumber.applyAsInt(history.writeKey(write)));
                    written.set(history.writeKey(write));
                }
            }
        }
        for (int key = written.nextSetBit(0); key >= 0; key = written.nextSetBit(key + 1)) {
            part.versions(keyNumber.applyAsInt(key), versions(key, number));
        }
        return part.build();
    }

    private int[] versions(int key, int[] number) {
        int[] versions = new int[history.versionCount(key)];
        int count = 0;
        for (int place = 0; place < versions.length; place++) {
            int writer = history.version(key, place);
            int write = history.write(writer, key);
            if (txns.get(writer) && write >= 0 && writes.get(write)) {
                versions[count++] = number[writer];
            }
        }
        return Arrays.copyOf(versions, count);
    }
}
