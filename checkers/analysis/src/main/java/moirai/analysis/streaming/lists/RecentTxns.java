package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import moirai.analysis.graph.RealtimeOrder;
import moirai.history.History;

/** The transactions that a stream released last, whole, for dependencies that lead back to them. */
final class RecentTxns {

    private final int max;
    private final ArrayDeque<Part> parts = new ArrayDeque<>();
    private long count;
    private long forgottenEnd = Long.MIN_VALUE;

    /** @param max how many are kept at least, if there were as many */
    RecentTxns(int max) {
        this.max = max;
    }

    /** Some transactions of a window, ascending, and when the last of them ended. */
    private record Part(History window, IntArrayList txns, long lastEnd) {}

    /** Keeps transactions of a window, in any order. */
    void add(History window, IntArrayList released) {
        if (released.isEmpty()) {
            return;
        }
        IntArrayList txns = released.clone();
        txns.sort(null);
        long last = Long.MIN_VALUE;
        for (int i = 0; i < txns.size(); i++) {
            last = Math.max(last, window.endNanos(txns.getInt(i)));
        }
        parts.add(new Part(window, txns, last));
        count += txns.size();
        while (!parts.isEmpty() && count - parts.getFirst().txns().size() >= max) {
            Part oldest = parts.removeFirst();
            count -= oldest.txns().size();
            forgottenEnd = Math.max(forgottenEnd, oldest.lastEnd());
        }
    }

    /** Returns whether all released transactions that ended at this time or later are here. */
    boolean reachBackTo(long nanos) {
        return nanos > forgottenEnd;
    }

    /** Adds those that ended at this time or later, and those of unknown outcome, which have no end. */
    void addTo(WindowBuilder builder, long fromNanos) {
        for (Part part : parts) {
            for (int i = 0; i < part.txns().size(); i++) {
                int txn = part.txns().getInt(i);
                if (RealtimeOrder.end(part.window(), txn) >= fromNanos) {
                    builder.add(part.window(), txn, 0);
                }
            }
        }
    }
}
