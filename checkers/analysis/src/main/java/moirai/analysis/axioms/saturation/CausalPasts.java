package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Edges for what a reader T3 sees of its causal past, the transactions that lead to it through the base order and
 * write-read.
 *
 * <ol>
 *   <li>Put the transactions in an order in which sources and predecessors come first. If there is none, neither is
 *       there a commit order.
 *   <li>Go through that order with a vector clock over chains; the chains are the sessions.
 *   <li>For each read of x from T1 and each chain, take the chain's last writer T2 of x within the clock of T3. It has
 *       to precede T1, unless T2 is in the clock of T1 and so precedes it anyway. Earlier writers of the chain precede
 *       T2.
 * </ol>
 *
 * <p>Without sessions in the base order, the chains are made of reads, and may be many: then the work is bounded, and
 * given up if it would be more.
 *
 * <p>Cost: O(k (n + reads)) with k chains, with a binary search among a chain's writers of a key where step 3 applies.
 * Møldrup, Pavlogiannis, "AWDIT: An Optimal Weak Database Isolation Tester" (2025), section 5, for sessions; the clocks
 * given up early, the test against the clock of T1, barriers of real time with clocks, and chains of reads are ours.
 */
final class CausalPasts {

    /** What {@link #addTo} found. */
    enum Result {
        /** All edges were added. */
        COMPLETE,
        /** The base order and write-read have a cycle; no edge was added. */
        CYCLIC,
        /** There are too many chains; some of the edges may be missing. */
        TOO_LARGE
    }

    /** Entries of clocks that may be made: some ten seconds. */
    private static final long ENTRIES_MAX = 1L << 34;
    /** Entries of clocks that may be in use at one time: 4 GiB. */
    private static final long ENTRIES_HELD_MAX = 1L << 30;

    private final PrecedenceGraph graph;
    private final KeyValueHistory history;
    private final Clocks clocks;
    private final Chains chains;
    private final ChainWriters writers;
    /** Nothing leads to the initial state. */
    private final int[] initialClock;

    private CausalPasts(PrecedenceGraph graph, KeyValueHistory history, Predecessors base, Chains chains) {
        this.graph = graph;
        this.history = history;
        this.chains = chains;
        this.clocks = new Clocks(base, chains, history.txnCount());
        this.writers = new ChainWriters(history, chains);
        this.initialClock = new int[chains.count() + 1];
    }

    /**
     * Adds the edges.
     *
     * @param base the base order and write-read
     */
    static Result addTo(PrecedenceGraph graph, KeyValueHistory history, BaseOrder order, Predecessors base) {
        var topological = base.topologicalOrder();
        if (topological.isEmpty()) {
            return Result.CYCLIC;
        }
        int[] vertices = topological.orElseThrow();
        Chains chains = switch (order) {
            case NONE -> Chains.ofReads(history, vertices);
            case SESSION, REALTIME -> Chains.ofSessions(history);
        };
        if (order == BaseOrder.NONE && (long) vertices.length * chains.count() > ENTRIES_MAX) {
            return Result.TOO_LARGE;
        }
        return new CausalPasts(graph, history, base, chains).addAll(vertices);
    }

    private Result addAll(int[] vertices) {
        for (int vertex : vertices) {
            int[] clock = clocks.make(vertex);
            if (vertex < history.txnCount()) {
                for (int read = history.firstRead(vertex); read < history.endRead(vertex); read++) {
                    addRead(vertex, read, clock);
                }
            }
            clocks.complete(vertex);
            if ((long) clocks.allocated() * chains.count() > ENTRIES_HELD_MAX) {
                return Result.TOO_LARGE;
            }
        }
        return Result.COMPLETE;
    }

    private void addRead(int reader, int read, int[] clock) {
        int key = history.readKey(read);
        int source = history.readSource(read);
        int[] sourceClock = source == INITIAL ? initialClock : clocks.of(source);
        for (int group = writers.firstGroup(key); group < writers.endGroup(key); group++) {
            int chain = writers.chain(group);
            if (sourceClock[chain] < clock[chain]) {
                int writer = writers.lastWithin(group, sourceClock[chain], clock[chain]);
                if (writer >= 0) {
                    graph.add(writer, source, reader);
                }
            }
        }
    }
}
