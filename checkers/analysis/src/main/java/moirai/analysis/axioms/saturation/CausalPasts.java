package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.BitSet;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.orders.ChainWriters;
import moirai.analysis.axioms.orders.Chains;

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
 * Møldrup, Pavlogiannis, "AWDIT: An Optimal Weak Database Isolation Tester" (2025), does the same for sessions; the
 * clocks that are given up early, the test against the clock of T1, barriers of real time with clocks, and chains of
 * reads are departures from it.
 */
final class CausalPasts {

    /** The result of {@link #addAll}. */
    enum Result {
        /** All edges were added. */
        COMPLETE,
        /** The base order and write-read have a cycle; no edge was added. */
        CYCLIC,
        /** There are too many chains; some of the edges may be missing. */
        TOO_LARGE
    }

    /** Entries of clocks that may be in use at one time: 1 GiB. */
    private static final long ENTRIES_HELD_MAX = 1L << 28;

    private final PrecedenceGraph graph;
    private final KeyValueHistory history;
    private final Predecessors base;
    private final BaseOrder order;

    /**
     * Prepares to add edges.
     *
     * @param base the base order and write-read
     */
    CausalPasts(PrecedenceGraph graph, KeyValueHistory history, Predecessors base, BaseOrder order) {
        this.graph = graph;
        this.history = history;
        this.base = base;
        this.order = order;
    }

    /**
     * Adds the edges.
     *
     * @param entriesMax how many chains times transactions there may be, if the chains aren't the sessions
     */
    Result addAll(long entriesMax) {
        var topological = base.topologicalOrder();
        if (topological.isEmpty()) {
            return Result.CYCLIC;
        }
        int[] vertices = topological.orElseThrow();
        return switch (order) {
            case SESSION, REALTIME -> addAll(vertices, Chains.ofSessions(history));
            case NONE -> {
                Chains chains = chainsOfReads(vertices);
                boolean tooLarge = (long) vertices.length * chains.count() > entriesMax;
                yield tooLarge ? Result.TOO_LARGE : addAll(vertices, chains);
            }
        };
    }

    /** Returns chains of the transactions that others read from: a clock need not tell of the rest. */
    private Chains chainsOfReads(int[] vertices) {
        var sources = new BitSet();
        for (int read = 0; read < history.readCount(); read++) {
            if (history.readSource(read) != INITIAL) {
                sources.set(history.readSource(read));
            }
        }
        return Chains.ofReads(history, vertices, sources::get);
    }

    private Result addAll(int[] vertices, Chains chains) {
        var clocks = new Clocks(base, chains, history.txnCount());
        var writers = new ChainWriters(history, chains);
        for (int vertex : vertices) {
            int[] clock = clocks.make(vertex);
            if (vertex < history.txnCount()) {
                for (int read = history.firstRead(vertex); read < history.endRead(vertex); read++) {
                    int source = history.readSource(read);
                    addRead(vertex, read, writers, clock, source == INITIAL ? clocks.initial() : clocks.of(source));
                }
            }
            clocks.complete(vertex);
            if ((long) clocks.allocated() * chains.count() > ENTRIES_HELD_MAX) {
                return Result.TOO_LARGE;
            }
        }
        return Result.COMPLETE;
    }

    private void addRead(int reader, int read, ChainWriters writers, int[] clock, int[] sourceClock) {
        int key = history.readKey(read);
        for (int group = writers.firstGroup(key); group < writers.endGroup(key); group++) {
            int chain = writers.chain(group);
            if (sourceClock[chain] < clock[chain]) {
                int writer = writers.lastWithin(group, sourceClock[chain], clock[chain]);
                if (writer >= 0) {
                    graph.add(writer, history.readSource(read), reader);
                }
            }
        }
    }
}
