package moirai.analysis.listappend;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import moirai.history.History;

/**
 * The facts that reads of lists prove, for checkers of keys and values: which transactions took effect, whose version
 * each read returned, and the known order of versions.
 *
 * <p>The anomalies that single reads prove are not here; {@link ListAppendChecker} reports them.
 */
public final class ListSources {

    /** Stands for the initial, empty list where a writer is expected. */
    public static final int INITIAL = -1;

    /**
     * Stands for a read that names no writer: no answer, no effect, or a writer that aborted, appended again or cannot
     * be told.
     */
    public static final int NONE = -2;

    private final History history;
    private final Inference inference;

    /**
     * Infers the facts. O(ops + elements of lists).
     *
     * @throws IllegalArgumentException if the keys of the history hold registers
     */
    public ListSources(History history) {
        this.history = history;
        this.inference = new Inference(history);
    }

    /** Returns a new set of the transactions that committed or, by a read of one that did, are proven to have. */
    public BitSet effectiveTxns() {
        var effective = new BitSet(history.txnCount());
        for (int txn = 0; txn < history.txnCount(); txn++) {
            effective.set(txn, inference.reads().isEffective(txn));
        }
        return effective;
    }

    /**
     * Returns the transaction whose version a read returned, {@link #INITIAL} or {@link #NONE}. Elements that the
     * reader itself had appended are passed over, since they follow the version that it read. O(ops of reader and
     * writer).
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

    /**
     * Returns the op that appended the last element of a read of this length; a known order of the key saves the
     * look-up.
     */
    private int lastAppend(int readOp, int length) {
        int key = history.key(readOp);
        return inference.orders().isOrdered(readOp)
                ? inference.orders().append(key, length - 1)
                : inference.writes().appendOf(history.list(readOp), length - 1);
    }

    /**
     * Returns the writers of the key's versions whose order is known, oldest first; a writer of several in a row stands
     * there once. All other effective writers come later. Empty if the key's order is not known. O(versions).
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

    /** Says in a sentence why some reads cannot be attributed; empty if all can be. */
    public Optional<String> doubt() {
        return inference.ambiguity();
    }
}
