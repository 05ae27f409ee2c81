package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

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

    /** The label of each transaction, at the index transaction + 1; index 0 is the start. */
    private final LongArrayList labels = new LongArrayList();

    private final IntArrayList next = new IntArrayList();
    private final IntArrayList previous = new IntArrayList();
    private int last = INITIAL;
    private int count;

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
     * Returns the label of a transaction: higher is later, and the initial state has 0. Comparable until the next
     * insertion.
     */
    long label(int txn) {
        return labels.getLong(txn + 1);
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
        int after = previous.getInt(following + 1);
        if (label(following) - label(after) < 2) {
            spread(after == INITIAL ? following : after);
        }
        insert(txn, after, (label(after) + label(following)) >>> 1);
    }

    private void insert(int txn, int after, long label) {
        put(txn, label);
        int following = next.getInt(after + 1);
        next.set(after + 1, txn);
        previous.set(txn + 1, after);
        next.set(txn + 1, following);
        if (following == NOBODY) {
            last = txn;
        } else {
            previous.set(following + 1, txn);
        }
        count++;
    }

    private void put(int txn, long label) {
        while (labels.size() <= txn + 1) {
            labels.add(0);
            next.add(NOBODY);
            previous.add(NOBODY);
        }
        labels.set(txn + 1, label);
    }

    /** Relabels the transactions around one of them to make room. */
    private void spread(int txn) {
        long label = label(txn);
        int first = txn;
        int end = next.getInt(txn + 1);
        int crowd = 1;
        for (int bits = 1; ; bits++) {
            long from = label >> bits << bits;
            while (label(previous.getInt(first + 1)) >= from && previous.getInt(first + 1) != INITIAL) {
                first = previous.getInt(first + 1);
                crowd++;
            }
            while (end != NOBODY && label(end) - from < 1L << bits) {
                end = next.getInt(end + 1);
                crowd++;
            }
            long step = (1L << bits) / crowd;
            if (step >= 4 && (crowd <= Math.pow(CROWD, bits) || bits == LABEL_BITS)) {
                relabel(first, end, from + step / 2, step);
                return;
            }
        }
    }

    private void relabel(int first, int end, long from, long step) {
        long label = from;
        for (int txn = first; txn != end; txn = next.getInt(txn + 1)) {
            labels.set(txn + 1, label);
            label += step;
        }
    }

    /** Returns all transactions in order, in linear time. */
    IntList inOrder() {
        var order = new IntArrayList(count);
        for (int txn = next.getInt(0); txn != NOBODY; txn = next.getInt(txn + 1)) {
            order.add(txn);
        }
        return order;
    }
}
