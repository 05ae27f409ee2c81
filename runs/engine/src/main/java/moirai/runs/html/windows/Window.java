package moirai.runs.html.windows;

import java.util.Arrays;

/**
 * The transactions around one witness: those that overlap an interval of time, or the nearest to its middle if there
 * are too many. Its size is bounded for every history.
 */
public final class Window {

    /** The maximal number of transactions; more would not help a reader of one anomaly. */
    static final int TXNS_MAX = 90;

    /**
     * The minimal time that is added on each side, since a single fast transaction would otherwise fill its window
     * alone.
     */
    private static final long PAD_NANOS_MIN = 500_000;

    private final long fromNanos;
    private final long toNanos;
    private final int[] txns = new int[TXNS_MAX];
    private final long[] distances = new long[TXNS_MAX];
    private int count;
    private int farthest;
    private long left;

    /** Creates a window around a closed interval, wider by three quarters of it on both sides. */
    public Window(long firstNanos, long lastNanos) {
        long pad = Math.max(PAD_NANOS_MIN, (lastNanos - firstNanos) / 4 * 3);
        this.fromNanos = firstNanos - pad;
        this.toNanos = lastNanos + pad;
    }

    /** Returns the time at which the window begins. */
    public long fromNanos() {
        return fromNanos;
    }

    /** Returns the time at which the window ends, included. */
    public long toNanos() {
        return toNanos;
    }

    /** Returns the number of overlapping transactions that were left out because nearer ones took their place. */
    public long left() {
        return left;
    }

    /**
     * Adds a transaction if it overlaps the window and is near enough. Costs O(1), or O(TXNS_MAX) if another has to be
     * removed.
     */
    void offer(int txn, long startNanos, long endNanos) {
        if (endNanos < fromNanos || startNanos > toNanos) {
            return;
        }
        long middle = fromNanos + (toNanos - fromNanos) / 2;
        long distance = startNanos > middle ? startNanos - middle : Math.max(0, middle - endNanos);
        if (count < TXNS_MAX) {
            put(count++, txn, distance);
            return;
        }
        left++;
        if (distance < distances[farthest]) {
            put(farthest, txn, distance);
            for (int i = 0; i < count; i++) {
                farthest = distances[i] > distances[farthest] ? i : farthest;
            }
        }
    }

    private void put(int place, int txn, long distance) {
        txns[place] = txn;
        distances[place] = distance;
        farthest = distance > distances[farthest] ? place : farthest;
    }

    /** Returns the transactions, ascending. */
    public int[] txns() {
        int[] sorted = Arrays.copyOf(txns, count);
        Arrays.sort(sorted);
        return sorted;
    }
}
