package moirai.analysis.listappend;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import moirai.history.History;

/**
 * What reads of lists say about keys and values, for judgements that do not look at lists: who took effect, whose
 * version each read returned, and what is known of the order of versions.
 *
 * <p>The anomalies that single reads prove are not here; {@link ListAppendChecker} reports them.
 */
public final class ListSources {

    /** Stands for the initial, empty list where a writer is expected. */
    public static final int INITIAL = -1;

    /** The read names no writer: no answer, no effect, or a writer that aborted, appended again or cannot be told. */
    public static final int NONE = -2;

    private final History history;
    private final Inference inference;

    /**
     * Infers what reads prove. O(ops + elements of lists).
     *
     * @throws IllegalArgumentException if the keys of the history hold registers
     */
    public ListSources(History history) {
        this.history = history;
        this.inference = new Inference(history);
    }

    /** The transactions that committed, or are proven to have by a read of one that did; a new set. */
    public BitSet effectiveTxns() {
        var effective = new BitSet(history.txnCount());
        for (int txn = 0; txn < history.txnCount(); txn++) {
            effective.set(txn, inference.reads().isEffective(txn));
        }
        return effective;
    }

    /**
     * The transaction whose version a read returned, {@link #INITIAL} or {@link #NONE}. What the reader itself had
     * appended is passed over: it shows upon which version. O(ops of reader and writer).
     */
    public int source(int op) {
        Writes writes = inference.writes();
        int reader = writes.txn(op);
        boolean usable = !history.isAppend(op)
                && history.isAnswered(op)
                && inference.reads().isEffective(reader)
                && !writes.isAmbiguous(history.key(op));
        for (int length = usable ? history.length(op) : 0; length > 0; length--) {
            int append = lastAppend(op, length);
            if (append == Writes.UNKNOWN) {
                return NONE;
            }
            int writer = writes.txn(append);
            if (writer != reader) {
                return writes.isAborted(append) || !writes.isFinal(append) ? NONE : writer;
            }
        }
        return usable ? INITIAL : NONE;
    }

    /** Who appended the element at the end of this length; the key's order knows without hashing, if there is one. */
    private int lastAppend(int readOp, int length) {
        int key = history.key(readOp);
        return inference.orders().isOrdered(readOp)
                ? inference.orders().append(key, length - 1)
                : inference.writes().appendOf(history.list(readOp), length - 1);
    }

    /**
     * The writers of the versions of a key that are known in their order, oldest first, a writer of several in a row
     * once; all others that took effect come later. Empty if the key's order is not known. O(versions).
     */
    public int[] versions(int key) {
        VersionOrders orders = inference.orders();
        int[] writers = new int[orders.count(key)];
        int count = 0;
        for (int at = orders.nextInstalled(key, 0); at >= 0; at = orders.nextInstalled(key, at + 1)) {
            int writer = inference.writes().txn(orders.append(key, at));
            if (count == 0 || writers[count - 1] != writer) {
                writers[count++] = writer;
            }
        }
        return Arrays.copyOf(writers, count);
    }

    /** Why some reads cannot be attributed, in a sentence; empty if all can. */
    public Optional<String> doubt() {
        return inference.ambiguity();
    }
}
