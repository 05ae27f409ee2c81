package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.IntPredicate;

/**
 * A total order of transactions into which others can be inserted, compared by labels. It starts with the initial
 * state.
 *
 * <p>A transaction at the end gets a label far above the last one; a transaction in between gets the label in the
 * middle. If there is none, the smallest aligned range of labels around the place that is not too crowded is labelled
 * evenly anew (Bender, Cole, Demaine, Farach-Colton, Zito, "Two Simplified Algorithms for Maintaining Order in a List",
 * 2002): a range of 2^i labels may hold (4/3)^i transactions. O(1) at the end, O(log²) amortised in between; 16 bytes
 * for each number up to the highest transaction.
 */
final class Timeline {

    private static final long GAP = 1L << 30;
    private static final int LABEL_BITS = 62;
    private static final double CROWD = 4.0 / 3;
    private static final int NOBODY = -2;

    /** The label of each transaction, at the index transaction + 1 - base; index 0 is the start. */
    private final LongArrayList labels = new LongArrayList();

    private final IntArrayList next = new IntArrayList();
    private final IntArrayList previous = new IntArrayList();
    private int last = INITIAL;
    private int count;
    /** All transactions before this one are forgotten. */
    private int base;

    Timeline() {
        put(INITIAL, 0);
        next.set(0, NOBODY);
        previous.set(0, NOBODY);
    }

    /** Returns the transaction at the end, or the initial state. */
    int last() {
        return last;
    }

    /**
     * Returns the label of a transaction: higher is later. Those that are forgotten have that of the initial state,
     * which is 0 at first. Comparable until the next insertion.
     */
    long label(int txn) {
        return labels.getLong(index(txn));
    }

    private int index(int txn) {
        return Math.max(0, txn + 1 - base);
    }

    /** Returns the transaction itself, or the initial state if the transaction was forgotten. */
    int kept(int txn) {
        return label(txn) == label(INITIAL) ? INITIAL : txn;
    }

    boolean isBefore(int txn, int other) {
        return label(txn) < label(other);
    }

    int laterOf(int txn, int other) {
        return isBefore(txn, other) ? other : txn;
    }

    void append(int txn) {
        insert(txn, last, label(last) + GAP);
    }

    /** Inserts a transaction just before another. */
    void insertBefore(int txn, int following) {
        int after = previous.getInt(index(following));
        if (label(following) - label(after) < 2) {
            spread(after == INITIAL ? following : after);
        }
        insert(txn, after, (label(after) + label(following)) >>> 1);
    }

    private void insert(int txn, int after, long label) {
        put(txn, label);
        int following = next.getInt(index(after));
        next.set(index(after), txn);
        previous.set(index(txn), after);
        next.set(index(txn), following);
        if (following == NOBODY) {
            last = txn;
        } else {
            previous.set(index(following), txn);
        }
        count++;
    }

    private void put(int txn, long label) {
        while (labels.size() <= index(txn)) {
            labels.add(0);
            next.add(NOBODY);
            previous.add(NOBODY);
        }
        labels.set(index(txn), label);
    }

    /** Relabels the transactions around one of them to make room. */
    private void spread(int txn) {
        long zero = label(INITIAL);
        long label = label(txn) - zero;
        int first = txn;
        int end = next.getInt(index(txn));
        int crowd = 1;
        for (int bits = 1; ; bits++) {
            long from = label >> bits << bits;
            while (label(previous.getInt(index(first))) - zero >= from && previous.getInt(index(first)) != INITIAL) {
                first = previous.getInt(index(first));
                crowd++;
            }
            while (end != NOBODY && label(end) - zero - from < 1L << bits) {
                end = next.getInt(index(end));
                crowd++;
            }
            long step = (1L << bits) / crowd;
            if (step >= 4 && (crowd <= Math.pow(CROWD, bits) || bits == LABEL_BITS)) {
                relabel(first, end, zero + from + step / 2, step);
                return;
            }
        }
    }

    private void relabel(int first, int end, long from, long step) {
        long label = from;
        for (int txn = first; txn != end; txn = next.getInt(index(txn))) {
            labels.set(index(txn), label);
            label += step;
        }
    }

    /**
     * Forgets the first transactions in order, as far as they satisfy a condition.
     *
     * @param first no transaction before this one will be added
     * @return the forgotten ones in order
     */
    IntList forget(IntPredicate isOld, int first) {
        var forgotten = new IntArrayList();
        int kept = next.getInt(0);
        while (kept != NOBODY && isOld.test(kept)) {
            forgotten.add(kept);
            kept = next.getInt(index(kept));
        }
        long label = forgotten.isEmpty() ? label(INITIAL) : label(forgotten.getInt(forgotten.size() - 1));
        labels.set(0, label);
        forgotten.forEach(txn -> labels.set(index(txn), label));
        next.set(0, kept);
        if (kept == NOBODY) {
            last = INITIAL;
        } else {
            previous.set(index(kept), INITIAL);
        }
        count -= forgotten.size();
        trim(first);
        return forgotten;
    }

    private void trim(int first) {
        int smallest = first;
        for (int txn = next.getInt(0); txn != NOBODY; txn = next.getInt(index(txn))) {
            smallest = Math.min(smallest, txn);
        }
        int gone = Math.min(smallest - base, labels.size() - 1);
        labels.removeElements(1, 1 + gone);
        next.removeElements(1, 1 + gone);
        previous.removeElements(1, 1 + gone);
        base = smallest;
    }

    /** Returns all transactions in order, in linear time. */
    IntList inOrder() {
        var order = new IntArrayList(count);
        for (int txn = next.getInt(0); txn != NOBODY; txn = next.getInt(index(txn))) {
            order.add(txn);
        }
        return order;
    }
}
