package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.search.clauses.ClauseSearch;
import moirai.analysis.axioms.search.graph.AcyclicOrder;
import moirai.analysis.axioms.search.graph.OrderGraph;
import moirai.analysis.axioms.search.graph.TopologicalSort;

/**
 * Looks for an order of the pairs of writers that matter.
 *
 * <ol>
 *   <li>Sort the graph, guided by the last order, and verify the order. If it holds, it is a witness.
 *   <li>If not, make variables of the pairs of writers that its violations speak of. Since their first value is the one
 *       of the order, and the search looks at conflicts only, it repairs the order instead of looking for another one.
 *   <li>Search on until all variables have a value and the graph is acyclic; if there are no such values, there is no
 *       witness. Go to 1.
 * </ol>
 *
 * <p>So of the pairs of writers, quadratically many in the worst case, only those become variables that some order got
 * wrong. It ends: at every level but those whose readers see a {@linkplain Points#isRelational relation}, a violation
 * has a pair without a variable, or else its edges would have excluded the order; and there, if it has none,
 * the steps by which the overwriter is visible are a new clause.
 */
final class PairSearch {

    private static final int VIOLATIONS_MAX = 1 << 14;
    private static final int OVERWRITERS_MAX = 8;

    /** The result of the search. */
    enum Outcome {
        FOUND,
        IMPOSSIBLE,
        EXHAUSTED
    }

    private final Problem problem;
    private final KeyValueHistory history;
    private final OrderGraph graph;
    private final OrderCheck check;
    private final StepMeter meter;
    private final PairTheory theory;
    private final ClauseSearch clauses;
    private final int window;
    private int[] order;

    /**
     * Prepares a search over an acyclic graph, which it changes.
     *
     * @param sort that of the graph
     * @param guide an order of the transactions
     * @param window the number of neighbours in the order whose pairs are decided before those of the next
     */
    PairSearch(Problem problem, OrderGraph graph, TopologicalSort sort, int[] guide, int window, StepMeter meter) {
        this.problem = problem;
        this.history = problem.history();
        this.graph = graph;
        this.check = new OrderCheck(problem, meter);
        this.meter = meter;
        this.theory = new PairTheory(problem, graph, new AcyclicOrder(graph, sort, meter));
        this.clauses = new ClauseSearch(theory, meter);
        this.order = guide.clone();
        this.window = window;
    }

    Outcome run() {
        while (true) {
            order = Schedule.order(problem, graph, order);
            meter.spend(graph.edgeCount());
            IntArrayList violations = check.violations(order, VIOLATIONS_MAX);
            if (meter.isExhausted()) {
                return Outcome.EXHAUSTED;
            }
            if (violations.isEmpty()) {
                return Outcome.FOUND;
            }
            if (!addVariables(violations) && !addLemmas(violations)) {
                return Outcome.IMPOSSIBLE;
            }
            switch (clauses.search()) {
                case MODEL -> {}
                case CONTRADICTION -> {
                    return Outcome.IMPOSSIBLE;
                }
                case EXHAUSTED -> {
                    return Outcome.EXHAUSTED;
                }
            }
        }
    }

    /** Returns the witness found. */
    int[] order() {
        return order.clone();
    }

    /** Returns the number of pairs of writers that had to be decided. */
    int variableCount() {
        return theory.variableCount();
    }

    /** Returns the transactions from which the impossibility follows; all, if its proof was too long to keep. */
    IntSet suspects(Derivations derivations) {
        var edges = new IntArrayList();
        var txns = new IntOpenHashSet();
        for (int number : clauses.lemmas()) {
            edges.addAll(theory.lemma(number).knownEdges());
            txns.addAll(theory.lemma(number).txns());
        }
        txns.addAll(derivations.txns(edges, meter));
        if (txns.isEmpty()) {
            for (int txn = 0; txn < history.txnCount(); txn++) {
                txns.add(txn);
            }
        }
        return txns;
    }

    /** Adds variables for the pairs of which the violations speak; returns whether there were any to add. */
    private boolean addVariables(IntArrayList violations) {
        int before = theory.variableCount();
        for (int i = 0; i < violations.size(); i += 2) {
            int read = violations.getInt(i);
            int reader = problem.accesses().reader(read);
            if (problem.points().isRelational()) {
                IntArrayList pairs = pairs(read, violations.getInt(i + 1));
                for (int j = 0; j < pairs.size(); j += 2) {
                    addVariable(pairs.getInt(j), pairs.getInt(j + 1));
                }
                continue;
            }
            if (history.readSource(read) != KeyValueHistory.INITIAL) {
                for (int overwriter : check.overwriters(read, OVERWRITERS_MAX)) {
                    addVariable(history.readSource(read), overwriter);
                }
            }
            if (problem.level().axiom() == Axiom.SNAPSHOT) {
                addConflictingWriters(reader, check.place(violations.getInt(i + 1)));
            }
        }
        return theory.variableCount() > before;
    }

    /** Makes the overwriter visible: those who write what the reader writes, between the overwriter and the reader. */
    private void addConflictingWriters(int reader, int from) {
        for (int write = history.firstWrite(reader); write < history.endWrite(reader); write++) {
            int previous = check.previousWriter(write);
            if (previous >= 0 && check.place(previous) >= from) {
                addVariable(previous, reader);
            }
        }
    }

    /** Returns the pairs of writers, in their present order, by which a reader sees an overwriter. */
    private IntArrayList pairs(int read, int overwriter) {
        var pairs = new IntArrayList();
        if (history.readSource(read) != KeyValueHistory.INITIAL) {
            pairs.add(history.readSource(read));
            pairs.add(overwriter);
        }
        int reader = problem.accesses().reader(read);
        if (problem.level().axiom().isDirect()) {
            if (!check.direct().flows(overwriter, reader)) {
                pairs.add(overwriter);
                pairs.add(reader);
            }
            return pairs;
        }
        IntArrayList path = check.visibility().path(overwriter, reader);
        for (int i = 0; i + 1 < path.size(); i++) {
            if (check.visibility().continuesByConflict(path.getInt(i))) {
                pairs.add(path.getInt(i));
                pairs.add(path.getInt(i + 1));
            }
        }
        return pairs;
    }

    private void addVariable(int txn, int other) {
        if (theory.variable(txn, other) < 0) {
            theory.addPair(txn, other);
            int first = check.place(Math.min(txn, other));
            int second = check.place(Math.max(txn, other));
            clauses.addVariable(first < second, Math.max(first, second) / window);
        }
    }

    /** Forbids the steps by which the violations come about; false if that contradicts the other clauses. */
    private boolean addLemmas(IntArrayList violations) {
        if (!problem.points().isRelational()) {
            throw new IllegalStateException("the graph allows an order that violates it");
        }
        for (int i = 0; i < violations.size(); i += 2) {
            int read = violations.getInt(i);
            int overwriter = violations.getInt(i + 1);
            IntArrayList pairs = pairs(read, overwriter);
            var literals = new IntLinkedOpenHashSet();
            for (int j = 0; j < pairs.size(); j += 2) {
                literals.add(theory.literal(pairs.getInt(j), pairs.getInt(j + 1)) ^ 1);
            }
            int reader = problem.accesses().reader(read);
            IntArrayList txns = problem.level().axiom().isDirect()
                    ? IntArrayList.of(overwriter, reader)
                    : check.visibility().path(overwriter, reader);
            txns.addAll(pairs);
            theory.addLemma(new PairTheory.Lemma(new IntArrayList(), txns));
            if (!clauses.addLemma(new IntArrayList(literals), theory.lastLemma())) {
                return false;
            }
        }
        return true;
    }
}
