package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The sources from which a read might be answered: all that may be read from, and perhaps others. Writers that must
 * precede a visible writer of the key are left out, which takes one look for each chain. The order is arbitrary; valid
 * until the next event.
 */
public final class Suspects {

    private final CommitGraph graph;
    private final KeyWriters writers;
    private final int key;
    private final boolean hasInitial;
    /** The number of suspects up to and including each of the key's chains. */
    private final int[] counts;

    private Suspects(CommitGraph graph, KeyWriters writers, int key, boolean hasInitial) {
        this.graph = graph;
        this.writers = writers;
        this.key = key;
        this.hasInitial = hasInitial;
        this.counts = new int[writers.chainCount(key)];
    }

    /**
     * Returns the suspects of a read.
     *
     * @param visible writers of the key that are visible to it
     */
    static Suspects of(CommitGraph graph, KeyWriters writers, int key, IntArrayList visible) {
        var suspects = new Suspects(graph, writers, key, visible.isEmpty());
        int total = 0;
        for (int index = 0; index < suspects.counts.length; index++) {
            int overwritten = 0;
            for (int i = 0; i < visible.size(); i++) {
                overwritten = Math.max(overwritten, graph.precedingCount(visible.getInt(i), writers.chain(key, index)));
            }
            total += writers.countAfter(key, index, overwritten);
            suspects.counts[index] = total;
        }
        return suspects;
    }

    /** Returns the number of suspects. */
    public int size() {
        return (counts.length == 0 ? 0 : counts[counts.length - 1]) + (hasInitial ? 1 : 0);
    }

    /**
     * Returns a suspect: a committed writer of the key, or the initial state. O(log chains).
     *
     * @param index from 0, below {@link #size}
     */
    public int txn(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException("suspect " + index + " of " + size());
        }
        if (hasInitial && index == size() - 1) {
            return INITIAL;
        }
        int from = 0;
        int to = counts.length - 1;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (counts[middle] > index) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return graph.txnAt(writers.chain(key, from), writers.placeFromLast(key, from, counts[from] - 1 - index));
    }
}
