package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.stream.IntStream;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.RealtimeOrder;
import moirai.history.History;

/**
 * Finds founders of a window whose appends are seen in an order that may be news, since nobody who was released before
 * had read them. What only held transactions show is news in a later window.
 *
 * <p>Of each order it is enough to look at founders next to each other. Where others are in between, their own
 * dependencies are found when they are released. O(ops).
 */
final class LateOrders {

    private final ListWindow.Frame frame;
    private final History history;
    private final Inference inference;
    private final VersionOrders versions;
    /** The op of the longest read of each key by a transaction that is released; -1 if there is none. */
    private final int[] longestReleased;

    private final IntArrayList orders = new IntArrayList();

    /** @param released the transactions that this window releases and that took effect */
    LateOrders(ListWindow.Frame frame, Inference inference, IntArrayList released) {
        this.frame = frame;
        this.history = frame.history();
        this.inference = inference;
        this.versions = inference.orders();
        this.longestReleased = inference.longestReads(released.intStream());
        int[] before = inference.longestReads(IntStream.range(0, frame.founders()));
        for (int key = 0; key < history.keyCount(); key++) {
            if (length(longestReleased[key]) <= length(before[key])) {
                longestReleased[key] = before[key];
            } else if (frame.founders() > 0) {
                find(key, length(before[key]), longestReleased[key]);
            }
        }
    }

    /** Returns the dependencies: for each the founder that precedes and the one that follows. */
    IntArrayList orders() {
        return orders;
    }

    /** Returns the op of the longest read of each key by a transaction that is released, now or before; or -1. */
    int[] longestReleased() {
        return longestReleased;
    }

    private int length(int read) {
        return read < 0 ? 0 : history.length(read);
    }

    /** @param settled the length of the longest list of the key that was read before */
    private void find(int key, int settled, int read) {
        int shown = Math.min(history.length(read), versions.count(key));
        int latest = -1;
        for (int i = Math.min(settled, shown) - 1; i >= 0 && latest < 0; i--) {
            latest = founder(versions.append(key, i));
        }
        boolean isSettled = latest >= 0;
        for (int i = settled; i < shown; i++) {
            int founder = founder(versions.append(key, i));
            if (founder >= 0) {
                add(latest, founder, isSettled);
                latest = founder;
                isSettled = false;
            }
        }
        // What was not shown comes behind all that was.
        for (int i = shown; i < versions.count(key); i++) {
            add(latest, founder(versions.append(key, i)), isSettled);
        }
        for (int place = versions.firstUnplaced(key); place < versions.endUnplaced(key); place++) {
            add(latest, founder(versions.unplaced(place)), isSettled);
        }
    }

    private int txn(int op) {
        return inference.writes().txn(op);
    }

    /** Returns the founder that made an append and took effect, or -1. */
    private int founder(int append) {
        int txn = append == Writes.UNKNOWN ? frame.founders() : txn(append);
        return txn < frame.founders() && inference.reads().isEffective(txn) ? txn : -1;
    }

    /** @param isSettled whether the append of the earlier one was read, so that all others were known to follow it */
    private void add(int earlier, int later, boolean isSettled) {
        if (earlier >= 0 && later >= 0 && mayBeNews(earlier, later, isSettled)) {
            orders.add(earlier);
            orders.add(later);
        }
    }

    /**
     * Decides whether a cycle may lead through the dependency of one founder's append on another's that was not known
     * when they were judged. If it leads from the one that was released first, it takes a way back: through what was
     * released together, or through a dependency on a founder.
     */
    private boolean mayBeNews(int earlier, int later, boolean isSettled) {
        if (earlier == later || mayBeReordered(earlier, later)) {
            return earlier != later;
        }
        // A dependency in real time was there anyway, and one of their appends leads the same way. If no cycle lies in
        // real time, none leads through it.
        boolean isNoNews = precedes(earlier, later) && !frame.patience().isRealtimeBroken();
        return !isSettled && !isNoNews && frame.patience().areAmongCycles(earlier, later);
    }

    private boolean mayBeReordered(int earlier, int later) {
        long first = frame.patience().rank(earlier);
        long second = frame.patience().rank(later);
        boolean isKnown = first != 0 && second != 0;
        return isKnown ? second < first : !precedes(earlier, later);
    }

    /** Decides whether one founder precedes another one in real time, to which their release kept. */
    private boolean precedes(int earlier, int later) {
        return frame.strength() == Strength.REALTIME && RealtimeOrder.end(history, earlier) < history.startNanos(later);
    }
}
