package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.linear.Linearizer;
import moirai.analysis.axioms.orders.Chains;
import moirai.analysis.axioms.search.graph.OrderGraph;
import moirai.analysis.axioms.search.graph.TopologicalSort;
import moirai.analysis.columns.StableSort;

/**
 * Decides cursor stability, update atomicity, prefix consistency, parallel snapshot isolation, snapshot isolation and
 * serializability.
 *
 * <p>NP-complete in general (Papadimitriou 1979; Biswas, Enea 2019), so the stages go from cheap to dear:
 *
 * <ol>
 *   <li>{@link OrderCheck} verifies orders that the recording suggests: as recorded, by end, by start.
 *   <li>{@link KnownOrder} says what every order extends; a cycle in it is the end.
 *   <li>{@link Saturation} adds what follows; a cycle is the end. If chains are too many for its tables, it is left
 *       out, and so it is at update atomicity and cursor stability, where no chain of steps makes visible.
 *   <li>{@link PairSearch} sorts the graph, guided by the best guess, and searches only where the order fails.
 * </ol>
 *
 * <p>Strict serializability of transactions that use one key each is linearizability, which {@link Linearizer} decides
 * instead.
 *
 * <p>A history of more than a hundred transactions takes detours by stronger levels that are easier. A serial order has
 * one point a transaction instead of two, and is a witness for every other level. For update atomicity and cursor
 * stability nothing is derived, which gives the search less to go by than the others. Without a base order there are no
 * sessions to be used as chains. Each detour has a budget of its own.
 */
public final class SearchDecider implements Decider {

    private static final int DETOURS_ABOVE = 100;
    private static final int WINDOW = 1 << 12;
    /** The divisor of the budget for the search of a serial order, where a weaker level is asked for. */
    private static final int SERIAL_SHARE = 2;

    private static final int SUSPECTS_KEPT = 50;
    /** The number of times that suspects are released from their sessions before all transactions are. */
    private static final int RELEASES_MAX = 64;

    /** A stage that can be left out: without it the answer is the same, but takes longer. */
    enum Shortcut {
        SINGLE_KEYS,
        DETOURS,
        SUGGESTED_ORDERS,
        SATURATION
    }

    private final AxiomaticLevel level;
    private final StepBudget budget;
    private final Set<Shortcut> shortcuts;
    private final int detoursAbove;
    private final int window;

    /**
     * Decides a level.
     *
     * @param level its axiom is one that is not {@linkplain moirai.analysis.axioms.Axiom#isSaturable() saturable}
     */
    public SearchDecider(AxiomaticLevel level, StepBudget budget) {
        this(level, budget, EnumSet.allOf(Shortcut.class), DETOURS_ABOVE, WINDOW);
    }

    /**
     * Decides with some shortcuts alone, with detours for histories of more than so many transactions, and with windows
     * of so many.
     */
    SearchDecider(AxiomaticLevel level, StepBudget budget, Set<Shortcut> shortcuts, int detoursAbove, int window) {
        if (level.axiom().isSaturable()) {
            throw new IllegalArgumentException(level
                    + " needs no search; expected CURSOR, UPDATE_ATOMIC, PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT or"
                    + " SERIAL");
        }
        this.level = level;
        this.budget = budget;
        this.shortcuts = Set.copyOf(shortcuts);
        this.detoursAbove = detoursAbove;
        this.window = window;
    }

    @Override
    public Decision decide(KeyValueHistory history) {
        return decide(history, new StepMeter(budget));
    }

    /** Decides as {@link #decide(KeyValueHistory)} does, and takes its steps from a budget that several share. */
    public Decision decide(KeyValueHistory history, StepMeter shared) {
        return switch (decideWithoutReduction(history, shared)) {
            case Decision.Impossible impossible ->
                new SuspectReduction(level, history).reduced(impossible, SUSPECTS_KEPT);
            case Decision.Ordered ordered -> ordered;
            case Decision.Undecided undecided -> undecided;
        };
    }

    /**
     * Decides as {@link #decide(KeyValueHistory)} does, but keeps all suspects: for callers that reduce them by
     * themselves and would otherwise pay for a reduction at each of their questions.
     */
    public Decision decideWithoutReduction(KeyValueHistory history) {
        return decideWithoutReduction(history, new StepMeter(budget));
    }

    private Decision decideWithoutReduction(KeyValueHistory history, StepMeter shared) {
        var meter = new StepMeter(budget);
        Decision decision = decideWithDetours(history, meter, shared);
        shared.spend(budget.steps() - meter.left());
        return decision;
    }

    private Decision decideWithDetours(KeyValueHistory history, StepMeter meter, StepMeter shared) {
        if (level.axiom() == Axiom.SERIAL
                && level.order() == BaseOrder.REALTIME
                && shortcuts.contains(Shortcut.SINGLE_KEYS)) {
            Optional<Decision> linear = Linearizer.decide(history);
            if (linear.isPresent()) {
                return linear.get();
            }
        }
        if (history.txnCount() <= detoursAbove || !shortcuts.contains(Shortcut.DETOURS)) {
            return decide(Problem.of(history, level), meter);
        }
        Optional<Decision> found = detour().map(stronger -> stronger.decideWithoutReduction(history, shared));
        if (found.isPresent() && found.get() instanceof Decision.Ordered) {
            return found.get();
        }
        return level.order() == BaseOrder.NONE && isSaturated()
                ? decideBySessions(history, meter)
                : decide(Problem.of(history, level), meter);
    }

    /** Returns the decider of a stronger level that is easier, if there is one. */
    private Optional<SearchDecider> detour() {
        if (level.axiom() == Axiom.SERIAL) {
            return Optional.empty();
        }
        if (level.axiom().isDirect()) {
            return Optional.of(detour(new AxiomaticLevel(Axiom.PARALLEL_SNAPSHOT, level.order()), budget));
        }
        if (level.axiom() == Axiom.PARALLEL_SNAPSHOT) {
            return Optional.of(detour(new AxiomaticLevel(Axiom.SNAPSHOT, level.order()), budget));
        }
        BaseOrder easier = level.order() == BaseOrder.NONE ? BaseOrder.SESSION : level.order();
        var share = new StepBudget(1 + budget.steps() / SERIAL_SHARE);
        return Optional.of(detour(new AxiomaticLevel(Axiom.SERIAL, easier), share));
    }

    private SearchDecider detour(AxiomaticLevel stronger, StepBudget steps) {
        return new SearchDecider(stronger, steps, shortcuts, detoursAbove, window);
    }

    /**
     * Returns whether saturation applies. Direct axioms make nothing visible by what leads to what, which is all that
     * saturation knows.
     */
    private boolean isSaturated() {
        return !level.axiom().isDirect();
    }

    /**
     * Decides a level without a base order: asks for the order of sessions where that does no harm.
     *
     * <p>Sessions make saturation strong. If they make an order impossible, and the suspects alone have one without
     * them, then the suspects are released from their sessions. In the end there is an order, which is more than was
     * asked for, or the suspects have none even without sessions. Suspects all of which are released were not found
     * through sessions, so each turn releases more; after some turns all, since each begins anew.
     */
    private Decision decideBySessions(KeyValueHistory history, StepMeter meter) {
        var sessions = new AxiomaticLevel(level.axiom(), BaseOrder.SESSION);
        var released = new BitSet();
        int turns = 0;
        while (true) {
            Decision decision = decide(Problem.of(history, sessions, (BitSet) released.clone()), meter);
            if (!(decision instanceof Decision.Impossible impossible)) {
                return decision;
            }
            var suspects = new BitSet();
            impossible.suspects().forEach(suspects::set);
            switch (decide(Problem.of(history.restrictedTo(suspects), level), meter)) {
                case Decision.Ordered ordered -> {
                    int before = released.cardinality();
                    released.or(suspects);
                    turns++;
                    if (turns > RELEASES_MAX) {
                        released.set(0, history.txnCount());
                    }
                    if (released.cardinality() == before) {
                        throw new IllegalStateException("suspects " + suspects + " are no proof");
                    }
                }
                case Decision.Undecided undecided -> {
                    return new Decision.Undecided("the search over " + history.txnCount() + " transactions used up its"
                            + " budget of " + budget.steps() + " steps with " + released.cardinality()
                            + " of them released from their sessions");
                }
                case Decision.Impossible among -> {
                    return new Decision.Impossible(among.suspects().stream()
                            .map(impossible.suspects()::get)
                            .toList());
                }
            }
        }
    }

    private Decision decide(Problem problem, StepMeter meter) {
        var check = new OrderCheck(problem, meter);
        int[] guide = recordedOrder(problem.history());
        if (!shortcuts.contains(Shortcut.SUGGESTED_ORDERS)) {
            return search(problem, guide, meter);
        }
        if (check.holds(guide)) {
            return ordered(guide);
        }
        if (problem.history().isTimed()) {
            int[] byStart = StableSort.range(guide.length, problem.history()::startNanos);
            guide = StableSort.range(guide.length, problem.history()::endNanos);
            if (check.holds(guide)) {
                return ordered(guide);
            }
            if (check.holds(byStart)) {
                return ordered(byStart);
            }
        }
        return search(problem, guide, meter);
    }

    private Decision search(Problem problem, int[] guide, StepMeter meter) {
        OrderGraph graph = KnownOrder.graph(problem);
        TopologicalSort sort = TopologicalSort.of(graph);
        var derivations = new Derivations(graph, problem.points(), (point, target) -> true);
        Optional<Chains> chains = sort.isComplete() && isSaturated() && shortcuts.contains(Shortcut.SATURATION)
                ? chains(problem, graph, sort)
                : Optional.empty();
        if (chains.isPresent()) {
            var saturation = new Saturation(problem, graph, chains.get(), meter);
            sort = saturation.run();
            derivations = saturation.derivations();
        }
        if (!sort.isComplete()) {
            return impossible(derivations.txns(sort.cycle(), meter));
        }
        int[] better = better(problem, graph, guide, new OrderCheck(problem, meter));
        var pairs = new PairSearch(problem, graph, sort, better, window, meter);
        return switch (meter.isExhausted() ? PairSearch.Outcome.EXHAUSTED : pairs.run()) {
            case FOUND -> ordered(pairs.order());
            case IMPOSSIBLE -> impossible(pairs.suspects(derivations));
            case EXHAUSTED ->
                exhausted(
                        problem,
                        pairs.variableCount(),
                        chains.isPresent() || !isSaturated()
                                ? ""
                                : "; the history is too large for the tables that make it short");
        };
    }

    /**
     * Returns the better one of two schedules of an acyclic graph: guided by the order given, or by how far sessions
     * are.
     *
     * <p>Recordings that list one session after the other say nothing of how sessions overlapped. Then the best guess
     * is that all went on at the same pace from the beginning to the end.
     */
    private static int[] better(Problem problem, OrderGraph graph, int[] guide, OrderCheck check) {
        int[] given = Schedule.order(problem, graph, guide);
        int wrongAsGiven = check.violations(given, Integer.MAX_VALUE / 2).size();
        if (wrongAsGiven == 0) {
            return given;
        }
        int[] even = Schedule.order(problem, graph, atSamePace(problem.history()));
        return check.violations(even, Integer.MAX_VALUE / 2).size() < wrongAsGiven ? even : given;
    }

    private static int[] atSamePace(KeyValueHistory history) {
        return StableSort.range(
                history.txnCount(),
                txn -> ((2L * history.position(txn) + 1) << 30) / history.sessionSize(history.session(txn)));
    }

    private Decision exhausted(Problem problem, int pairCount, String circumstance) {
        String pairs = pairCount == 0 ? "" : " with " + pairCount + " pairs of writers to order";
        String steps = budget.steps() == 1 ? " step" : " steps";
        return new Decision.Undecided("the search over " + problem.history().txnCount() + " transactions" + pairs
                + " used up its budget of " + budget.steps() + steps + circumstance);
    }

    private static Optional<Chains> chains(Problem problem, OrderGraph graph, TopologicalSort sort) {
        return Optional.of(chains(problem, sort)).filter(chains -> Reach.fits(graph, chains));
    }

    /** Returns the sessions if the base order has them, otherwise chains of reads; the sort has to be complete. */
    static Chains chains(Problem problem, TopologicalSort sort) {
        if (problem.keepsSessions()) {
            return Chains.ofSessionPieces(problem.history(), txn -> problem.predecessor(txn) == Problem.NONE);
        }
        int[] order = IntStream.range(0, sort.size())
                .map(sort::at)
                .filter(problem.points()::isCommit)
                .map(problem.points()::txn)
                .toArray();
        return Chains.ofReads(problem.history(), order, txn -> true);
    }

    private static int[] recordedOrder(KeyValueHistory history) {
        int[] order = new int[history.txnCount()];
        Arrays.setAll(order, txn -> txn);
        return order;
    }

    private static Decision ordered(int[] order) {
        return new Decision.Ordered(CommitOrder.of(order));
    }

    private static Decision impossible(IntSet suspects) {
        return new Decision.Impossible(suspects.intStream().boxed().sorted().toList());
    }
}
