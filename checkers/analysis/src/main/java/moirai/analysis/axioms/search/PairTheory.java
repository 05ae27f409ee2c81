package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import moirai.analysis.axioms.search.clauses.Theory;
import moirai.analysis.axioms.search.graph.AcyclicOrder;
import moirai.analysis.axioms.search.graph.OrderGraph;

/**
 * The meaning of the order of two writers of a key: edges of the graph, which has to stay acyclic.
 *
 * <p>A variable is a pair of transactions that write a common key, true if the one with the smaller id comes first. Its
 * edges: from the commit of the first to the second, and from the snapshot of each other reader of what the first wrote
 * to the commit of the second, for all keys that both write. The literals of the edges of a cycle are a conflict. At
 * parallel snapshot isolation the second vertices of the two are ordered as well, readers lead to the second vertex of
 * the second, and paths are asked for before: what a path over one rw edge violates closes no cycle ({@link Points}).
 */
final class PairTheory implements Theory {

    /** Why some literals cannot all be true: edges known before the search, and transactions. */
    record Lemma(IntArrayList knownEdges, IntArrayList txns) {}

    private final Problem problem;
    private final Points points;
    private final OrderGraph graph;
    private final AcyclicOrder order;
    private final DirectVisibility direct;
    private final int knownEdges;
    private final IntArrayList literalOfEdge = new IntArrayList();
    private final IntArrayList edgesBefore = new IntArrayList();
    private final Long2IntOpenHashMap variables = new Long2IntOpenHashMap();
    private final IntArrayList smaller = new IntArrayList();
    private final IntArrayList larger = new IntArrayList();
    private final List<Lemma> lemmas = new ArrayList<>();

    PairTheory(Problem problem, OrderGraph graph, AcyclicOrder order) {
        this.problem = problem;
        this.points = problem.points();
        this.graph = graph;
        this.order = order;
        this.direct = new DirectVisibility(problem);
        this.knownEdges = graph.edgeCount();
        variables.defaultReturnValue(-1);
    }

    /** Returns the variable of the pair, or -1 if it has none yet. */
    int variable(int txn, int other) {
        return variables.get(pair(txn, other));
    }

    int variableCount() {
        return smaller.size();
    }

    /** Remembers what the next variable means. */
    void addPair(int txn, int other) {
        variables.put(pair(txn, other), smaller.size());
        smaller.add(Math.min(txn, other));
        larger.add(Math.max(txn, other));
    }

    /** Returns the literal which says that the first precedes the second; they have a variable. */
    int literal(int first, int second) {
        return 2 * variable(first, second) + (first < second ? 0 : 1);
    }

    private static long pair(int txn, int other) {
        return (long) Math.min(txn, other) << Integer.SIZE | Math.max(txn, other);
    }

    private int first(int literal) {
        return (literal & 1) == 0 ? smaller.getInt(literal >> 1) : larger.getInt(literal >> 1);
    }

    private int second(int literal) {
        return first(literal ^ 1);
    }

    Lemma lemma(int number) {
        return lemmas.get(number);
    }

    @Override
    public int lastLemma() {
        return lemmas.size() - 1;
    }

    void addLemma(Lemma lemma) {
        lemmas.add(lemma);
    }

    @Override
    public void takeBack() {
        truncate(edgesBefore.popInt());
    }

    private void truncate(int edges) {
        graph.truncate(edges);
        literalOfEdge.size(edges - knownEdges);
    }

    @Override
    public boolean take(int literal, IntArrayList conflict) {
        int before = graph.edgeCount();
        int first = first(literal);
        int second = second(literal);
        boolean taken = order(first, second, literal, conflict);
        int write = problem.history().firstWrite(first);
        for (; taken && write < problem.history().endWrite(first); write++) {
            if (problem.history().writes(second, problem.history().writeKey(write))) {
                taken = hideSecond(write, second, literal, conflict);
            }
        }
        if (taken) {
            edgesBefore.add(before);
        } else {
            truncate(before);
        }
        return taken;
    }

    /** Adds that the first precedes the second; returns false if that closes a cycle. */
    private boolean order(int first, int second, int literal, IntArrayList conflict) {
        return points.areLayered()
                ? !refutesByPath(points.snapshot(second), points.unseen(first), literal, conflict)
                        && add(points.commit(first), points.commit(second), literal, conflict)
                        && add(points.unseen(first), points.unseen(second), literal, conflict)
                : add(points.commit(first), points.afterWriter(second), literal, conflict);
    }

    /** Explains a path from one point to another, which is a conflict; returns whether there is one. */
    private boolean refutesByPath(int source, int target, int literal, IntArrayList conflict) {
        var path = new IntArrayList();
        if (!order.leads(source, target, path)) {
            return false;
        }
        explain(path, literal, conflict);
        return true;
    }

    /** Adds that readers of what the first wrote do not see the second; returns false if that closes a cycle. */
    private boolean hideSecond(int write, int second, int literal, IntArrayList conflict) {
        Accesses accesses = problem.accesses();
        for (int i = accesses.firstReadOf(write); i < accesses.endReadOf(write); i++) {
            int reader = accesses.reader(accesses.readAt(i));
            if (reader != second
                    && !hideSecondFrom(reader, second, problem.history().writeKey(write), literal, conflict)) {
                return false;
            }
        }
        return true;
    }

    private boolean hideSecondFrom(int reader, int second, int key, int literal, IntArrayList conflict) {
        if (problem.level().axiom().isDirect()) {
            return hideSecondDirectly(reader, second, key, literal, conflict);
        }
        if (points.areLayered() && refutesByPath(points.commit(second), points.snapshot(reader), literal, conflict)) {
            return false;
        }
        return add(points.snapshot(reader), points.unseen(second), literal, conflict);
    }

    /** Adds the same for direct axioms, where the reader may come after the second unless it would see it then. */
    private boolean hideSecondDirectly(int reader, int second, int key, int literal, IntArrayList conflict) {
        if (direct.flows(second, reader)) {
            explain(new IntArrayList(), literal, conflict);
            lemmas.getLast().txns().add(reader);
            return false;
        }
        return !direct.conflict(second, reader, key)
                || add(points.snapshot(reader), points.commit(second), literal, conflict);
    }

    private boolean add(int source, int target, int literal, IntArrayList conflict) {
        var cycle = new IntArrayList();
        if (order.add(source, target, cycle)) {
            literalOfEdge.add(literal);
            return true;
        }
        explain(cycle, literal, conflict);
        return false;
    }

    /** Adds a lemma: the literals of the edges, and one more, cannot all be true. */
    private void explain(IntArrayList edges, int literal, IntArrayList conflict) {
        var literals = new IntOpenHashSet();
        var known = new IntArrayList();
        var txns = new IntArrayList();
        involve(literal, txns);
        conflict.add(literal);
        literals.add(literal);
        for (int edge : edges) {
            if (points.isPoint(graph.from(edge))) {
                txns.add(points.txn(graph.from(edge)));
            }
            if (points.isPoint(graph.to(edge))) {
                txns.add(points.txn(graph.to(edge)));
            }
            if (edge < knownEdges) {
                known.add(edge);
            } else if (literals.add(literalOfEdge.getInt(edge - knownEdges))) {
                conflict.add(literalOfEdge.getInt(edge - knownEdges));
                involve(literalOfEdge.getInt(edge - knownEdges), txns);
            }
        }
        lemmas.add(new Lemma(known, txns));
    }

    private void involve(int literal, IntArrayList txns) {
        txns.add(first(literal));
        txns.add(second(literal));
    }
}
