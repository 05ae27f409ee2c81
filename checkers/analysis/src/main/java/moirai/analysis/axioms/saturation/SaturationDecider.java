package moirai.analysis.axioms.saturation;

import java.util.Arrays;
import java.util.stream.IntStream;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Decides a {@linkplain Axiom#isSaturable() saturable} axiom over any base order.
 *
 * <p>The recorded order is the commit order if it extends all that is forced; otherwise it is some order that does.
 * Time and memory, with n transactions, reads and writes together and k sessions:
 *
 * <ul>
 *   <li>{@link Axiom#READ_COMMITTED}, {@link Axiom#READ_ATOMIC}: O(n^1.5 log n), linear if transactions are short;
 *   <li>{@link Axiom#PRAM}: O(n k log n), and k ints besides at most one edge for each read and session;
 *   <li>{@link Axiom#CAUSAL}: O(n k log n), the logarithm only where a chain has several writers of a key. At most so
 *       many forced edges, 12 bytes each, and k ints for each clock in use, at most 1 GiB, else {@link
 *       Decision.Undecided}. Over {@link BaseOrder#NONE} the same if an order exists that keeps the sessions; else k is
 *       the number of chains of reads, and if that is too large, only contradictions in what readers see directly are
 *       found, and without one the decision is undecided;
 *   <li>the others: almost linear.
 * </ul>
 */
public final class SaturationDecider implements Decider {

    /** Entries of vector clocks, chains times transactions: some ten seconds. */
    private static final long CLOCK_ENTRIES_MAX = 1L << 34;

    private final AxiomaticLevel level;
    private final long clockEntriesMax;

    /**
     * Decides this level.
     *
     * @throws IllegalArgumentException if its axiom is not saturable
     */
    public SaturationDecider(AxiomaticLevel level) {
        this(level, CLOCK_ENTRIES_MAX);
    }

    /** Decides this level; follows chains of reads only if there are at most so many chains times transactions. */
    SaturationDecider(AxiomaticLevel level, long clockEntriesMax) {
        if (!level.axiom().isSaturable()) {
            var saturable =
                    Arrays.stream(Axiom.values()).filter(Axiom::isSaturable).toList();
            throw new IllegalArgumentException(
                    level.axiom() + " can't be decided by adding forced edges; expected one of " + saturable);
        }
        this.level = level;
        this.clockEntriesMax = clockEntriesMax;
    }

    /**
     * {@inheritDoc} Without sessions, causal pasts are laborious: an order that keeps the sessions as well is tried
     * first.
     */
    @Override
    public Decision decide(KeyValueHistory history) {
        if (level.axiom() == Axiom.CAUSAL && level.order() == BaseOrder.NONE) {
            var overSessions = new AxiomaticLevel(Axiom.CAUSAL, BaseOrder.SESSION);
            if (new SaturationDecider(overSessions).decide(history) instanceof Decision.Ordered ordered) {
                return ordered;
            }
        }
        return saturate(history);
    }

    private Decision saturate(KeyValueHistory history) {
        var graph = new PrecedenceGraph(history);
        BaseEdges.addOrder(graph, history, level.order());
        int baseEdges = graph.edgeCount();
        BaseEdges.addVersions(graph, history);
        boolean complete = addForced(graph, history, baseEdges);
        if (graph.isContradicted()) {
            return new Decision.Impossible(suspects(graph, history, baseEdges).ofContradiction());
        }
        if (complete && graph.extendsToRecordedOrder()) {
            return ordered(IntStream.range(0, history.txnCount()));
        }
        Predecessors all = graph.predecessors(graph.edgeCount());
        var order = all.topologicalOrder();
        if (order.isEmpty()) {
            return new Decision.Impossible(suspects(graph, history, baseEdges).ofCycle(ShortCycle.find(all)));
        }
        if (!complete) {
            return new Decision.Undecided("the causal pasts of " + history.txnCount() + " transactions in "
                    + history.sessionCount() + " sessions over " + level.order() + " are too large to be followed");
        }
        return ordered(Arrays.stream(order.orElseThrow()).filter(vertex -> vertex < history.txnCount()));
    }

    private static Decision ordered(IntStream txns) {
        return new Decision.Ordered(CommitOrder.of(txns.toArray()));
    }

    private SuspectTrace suspects(PrecedenceGraph graph, KeyValueHistory history, int baseEdges) {
        return new SuspectTrace(graph, history, level.axiom(), graph.predecessors(baseEdges));
    }

    /** Adds what the axiom forces, and returns whether that is all. */
    private boolean addForced(PrecedenceGraph graph, KeyValueHistory history, int baseEdges) {
        switch (level.axiom()) {
            case NONE -> {}
            case READ_YOUR_WRITES -> SessionRules.addReadYourWrites(graph, history, level.order());
            case MONOTONIC_READS -> SessionRules.addMonotonicReads(graph, history);
            case MONOTONIC_WRITES -> addMonotonicWrites(graph, history);
            case PRAM -> {
                addMonotonicWrites(graph, history);
                new SessionPasts(graph, history).addAll();
            }
            case WRITES_FOLLOW_READS -> {
                if (level.order() == BaseOrder.NONE) {
                    WritesFollowReads.add(graph, history);
                }
            }
            case READ_COMMITTED -> new ReadSources(graph, history).addReadCommitted();
            case READ_ATOMIC -> addReadAtomic(graph, history);
            case CAUSAL -> {
                return addCausal(graph, history, baseEdges);
            }
            case CURSOR, UPDATE_ATOMIC, PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIAL ->
                throw new IllegalStateException(level.toString());
        }
        return true;
    }

    private void addMonotonicWrites(PrecedenceGraph graph, KeyValueHistory history) {
        if (level.order() == BaseOrder.NONE) {
            SessionRules.addMonotonicWrites(graph, history);
        }
    }

    private void addReadAtomic(PrecedenceGraph graph, KeyValueHistory history) {
        new ReadSources(graph, history).addReadAtomic();
        switch (level.order()) {
            case NONE -> {}
            case SESSION -> SessionRules.addReadYourWrites(graph, history, BaseOrder.SESSION);
            case REALTIME -> {
                SessionRules.addReadYourWrites(graph, history, BaseOrder.SESSION);
                SessionRules.addEarlierWriters(graph, history);
            }
        }
    }

    /**
     * Adds the edges of causal pasts; returns whether that is all. If the pasts cannot be followed, those of what is
     * visible directly may still show a contradiction.
     */
    private boolean addCausal(PrecedenceGraph graph, KeyValueHistory history, int baseEdges) {
        var pasts = new CausalPasts(graph, history, graph.predecessors(baseEdges), level.order());
        return switch (pasts.addAll(clockEntriesMax)) {
            case COMPLETE, CYCLIC -> true;
            case TOO_LARGE -> {
                addReadAtomic(graph, history);
                yield false;
            }
        };
    }
}
