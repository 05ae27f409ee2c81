package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.RunHeader;

/** The transactions that a stream released last, whole, for dependencies that lead back to them. */
final class RecentTxns {

    private final RunHeader header;
    private final int max;
    private final ArrayDeque<Part> parts = new ArrayDeque<>();
    private long count;
    private long forgottenRank;

    /** @param max how many are kept at least, if there were as many */
    RecentTxns(RunHeader header, int max) {
        this.header = header;
        this.max = max;
    }

    /** Some transactions of a window, ascending, and the last rank of the window. */
    private record Part(History window, IntArrayList txns, long lastRank) {}

    /** Keeps transactions of a window, in any order. */
    void add(History window, IntArrayList released, long lastRank) {
        if (released.isEmpty()) {
            return;
        }
        var ids = new BitSet();
        released.forEach(ids::set);
        var txns = new IntArrayList(released.size());
        for (int txn = ids.nextSetBit(0); txn >= 0; txn = ids.nextSetBit(txn + 1)) {
            txns.add(txn);
        }
        parts.add(part(window, txns, lastRank));
        count += txns.size();
        while (!parts.isEmpty() && count - parts.getFirst().txns().size() >= max) {
            Part oldest = parts.removeFirst();
            count -= oldest.txns().size();
            forgottenRank = oldest.lastRank();
        }
    }

    /**
     * Returns the transactions with their window if most of it is they. At low rates a window is made every second and
     * has thousands of founders; as many windows as it takes would not fit into the heap, so their transactions are
     * copied.
     */
    private Part part(History window, IntArrayList txns, long lastRank) {
        if (2 * txns.size() >= window.txnCount()) {
            return new Part(window, txns, lastRank);
        }
        var builder = new WindowBuilder(header);
        txns.forEach(txn -> builder.add(window, txn, 0));
        return new Part(builder.build(false), IntArrayList.toList(IntStream.range(0, txns.size())), lastRank);
    }

    /** Returns the number of transactions that are in memory for these, with those of their windows. */
    long inMemory() {
        return parts.stream().mapToLong(part -> part.window().txnCount()).sum();
    }

    /** Returns whether all released transactions of this rank or a greater one are here. */
    boolean reachBackTo(long rank) {
        return rank > forgottenRank;
    }

    /** Adds those of this rank or a greater one, and those that were released with them. */
    void addTo(WindowBuilder builder, long rank) {
        for (Part part : parts) {
            if (part.lastRank() >= rank) {
                part.txns().forEach(txn -> builder.add(part.window(), txn, 0));
            }
        }
    }
}
