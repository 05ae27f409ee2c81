package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.stream.IntStream;
import moirai.analysis.graph.RealtimeOrder;
import moirai.history.History;
import moirai.history.RunHeader;

/** The transactions that a stream released last, whole, for dependencies that lead back to them. */
final class RecentTxns {

    private final RunHeader header;
    private final int max;
    private final ArrayDeque<Part> parts = new ArrayDeque<>();
    private long count;
    private long forgottenEnd = Long.MIN_VALUE;

    /** @param max how many are kept at least, if there were as many */
    RecentTxns(RunHeader header, int max) {
        this.header = header;
        this.max = max;
    }

    /** Some transactions of a window, ascending, and when the last of them ended. */
    private record Part(History window, IntArrayList txns, long lastEnd) {}

    /** Keeps transactions of a window, in any order. */
    void add(History window, IntArrayList released) {
        if (released.isEmpty()) {
            return;
        }
        var ids = new BitSet();
        released.forEach(ids::set);
        var txns = new IntArrayList(released.size());
        long last = Long.MIN_VALUE;
        for (int txn = ids.nextSetBit(0); txn >= 0; txn = ids.nextSetBit(txn + 1)) {
            txns.add(txn);
            last = Math.max(last, window.endNanos(txn));
        }
        parts.add(part(window, txns, last));
        count += txns.size();
        while (!parts.isEmpty() && count - parts.getFirst().txns().size() >= max) {
            Part oldest = parts.removeFirst();
            count -= oldest.txns().size();
            forgottenEnd = Math.max(forgottenEnd, oldest.lastEnd());
        }
    }

    /**
     * Returns the transactions with their window if most of it is they. At low rates a window is made every second and
     * has thousands of founders; as many windows as it takes would not fit into the heap, so their transactions are
     * copied.
     */
    private Part part(History window, IntArrayList txns, long last) {
        if (2 * txns.size() >= window.txnCount()) {
            return new Part(window, txns, last);
        }
        var builder = new WindowBuilder(header);
        txns.forEach(txn -> builder.add(window, txn, 0));
        return new Part(builder.build(false), IntArrayList.toList(IntStream.range(0, txns.size())), last);
    }

    /** Returns the number of transactions that are in memory for these, with those of their windows. */
    long inMemory() {
        return parts.stream().mapToLong(part -> part.window().txnCount()).sum();
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
