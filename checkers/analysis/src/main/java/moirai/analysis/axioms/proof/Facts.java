package moirai.analysis.axioms.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * The precedences known so far, with what each was concluded from, and the chains of them by which one transaction
 * precedes another. Single-threaded; {@link #copy} before supposing something.
 */
final class Facts {

    private static final int NONE = -1;

    /** A known precedence. */
    private record Step(Precedence precedence, List<Integer> support, int weight, int cost) {}

    private final int txnCount;
    private final List<Step> steps;
    private final int[] stepAt;
    private ShortestPaths chains;

    Facts(int txnCount) {
        this.txnCount = txnCount;
        this.steps = new ArrayList<>();
        this.stepAt = new int[txnCount * (txnCount + 1)];
        this.chains = new ShortestPaths(txnCount);
        Arrays.fill(stepAt, NONE);
    }

    private Facts(Facts that) {
        this.txnCount = that.txnCount;
        this.steps = new ArrayList<>(that.steps);
        this.stepAt = that.stepAt.clone();
        this.chains = that.chains;
    }

    Facts copy() {
        return new Facts(this);
    }

    int txnCount() {
        return txnCount;
    }

    int size() {
        return steps.size();
    }

    /** Returns the index of a pair; the initial state shares the column after the last transaction. */
    private int pair(int before, int after) {
        return before * (txnCount + 1) + (after == KeyValueHistory.INITIAL ? txnCount : after);
    }

    /**
     * Adds a precedence, unless the same pair is there; it counts in chains after {@link #close}.
     *
     * @param uses the steps from which it was concluded, and those from which these were
     * @param weight how many sentences it takes to say, with its nested contradiction
     */
    void add(Precedence precedence, BitSet uses, int weight) {
        int pair = pair(precedence.before(), precedence.after());
        if (stepAt[pair] == NONE) {
            stepAt[pair] = steps.size();
            int cost = weight + cost(uses);
            List<Integer> support = uses.stream().boxed().toList();
            steps.add(new Step(precedence, support, weight, cost));
        }
    }

    private int cost(BitSet used) {
        return used.stream().map(step -> steps.get(step).weight()).sum();
    }

    /** Makes chains of what was added. O(transactions³). */
    void close() {
        chains = new ShortestPaths(txnCount);
        for (Step step : steps) {
            if (step.precedence().after() != KeyValueHistory.INITIAL) {
                chains.edge(step.precedence().before(), step.precedence().after(), step.cost());
            }
        }
        chains.close();
    }

    /**
     * Returns whether the first is known to precede the second; the initial state precedes all, and nothing is known to
     * precede it.
     */
    boolean precedes(int before, int after) {
        if (before == KeyValueHistory.INITIAL || after == KeyValueHistory.INITIAL) {
            return before != after && before == KeyValueHistory.INITIAL;
        }
        return before != after && chains.reaches(before, after);
    }

    /** Returns the approximate number of sentences that it takes to show that precedence. */
    int cost(int before, int after) {
        return before == KeyValueHistory.INITIAL ? 0 : chains.cost(before, after);
    }

    /** Returns the chain of steps from one to the other. */
    List<Integer> chain(int before, int after) {
        return before == KeyValueHistory.INITIAL ? List.of(before, after) : chains.path(before, after);
    }

    /**
     * Returns the steps of this chain, those from which they were concluded, and so on; what is only supposed has no
     * step.
     */
    BitSet support(List<Integer> chain) {
        var support = new BitSet();
        for (int i = 0; i + 1 < chain.size(); i++) {
            int step = chain.get(i) == KeyValueHistory.INITIAL ? NONE : stepAt[pair(chain.get(i), chain.get(i + 1))];
            if (step != NONE) {
                addSupport(step, support);
            }
        }
        return support;
    }

    private void addSupport(int step, BitSet support) {
        support.set(step);
        steps.get(step).support().forEach(support::set);
    }

    /** Returns the contradiction that takes fewest sentences, if the facts contradict each other. */
    Optional<Finding> contradiction() {
        Optional<Finding> best = Optional.empty();
        for (Step step : steps) {
            int before = step.precedence().before();
            int after = step.precedence().after();
            if (after == KeyValueHistory.INITIAL || precedes(/* before= */ after, /* after= */ before)) {
                List<Integer> circle = chain(/* before= */ after, /* after= */ before);
                BitSet used = support(circle);
                addSupport(stepAt[pair(before, after)], used);
                int cost = cost(used);
                if (best.isEmpty() || cost < best.get().cost()) {
                    best = Optional.of(new Finding(this, used, circle, cost));
                }
            }
        }
        return best;
    }

    /** A circle among facts, and all the steps that it needs. */
    static final class Finding {

        private final Facts facts;
        private final BitSet used;
        private final List<Integer> circle;
        private final int cost;

        private Finding(Facts facts, BitSet used, List<Integer> circle, int cost) {
            this.facts = facts;
            this.used = used;
            this.circle = facts.closedLast(circle);
            this.cost = cost;
        }

        /** Returns the number of sentences that it takes. */
        int cost() {
            return cost;
        }

        boolean uses(int step) {
            return used.get(step);
        }

        /** Returns the steps before this one that the circle needs. */
        BitSet usesBefore(int step) {
            return used.get(0, step);
        }

        /** Returns the number of sentences that the steps from this one take. */
        int costFrom(int step) {
            return cost - facts.cost(usesBefore(step));
        }

        /**
         * Returns the steps from this one that the circle needs, in the order in which a person walks round the circle:
         * each of its steps after those from which it was concluded. O(steps²).
         */
        Contradiction contradictionFrom(int first) {
            var open = (BitSet) used.clone();
            open.clear(0, first);
            var listed = new ArrayList<Precedence>();
            if (first > 0) {
                listed.add(facts.steps.get(first).precedence());
                open.clear(first);
            }
            for (int i = 0; i < circle.size(); i++) {
                BitSet needed = facts.support(List.of(circle.get(i), circle.get((i + 1) % circle.size())));
                needed.and(open);
                needed.stream().forEach(step -> listed.add(facts.steps.get(step).precedence()));
                open.andNot(needed);
            }
            return new Contradiction(listed, circle);
        }
    }

    /** Returns the same circle, turned so that the step found last closes it. */
    private List<Integer> closedLast(List<Integer> circle) {
        int start = 0;
        int last = NONE;
        for (int i = 0; i < circle.size(); i++) {
            int before = circle.get(i);
            int after = circle.get((i + 1) % circle.size());
            int step = before == KeyValueHistory.INITIAL ? NONE : stepAt[pair(before, after)];
            if (step > last) {
                last = step;
                start = (i + 1) % circle.size();
            }
        }
        var turned = new ArrayList<>(circle.subList(start, circle.size()));
        turned.addAll(circle.subList(0, start));
        return turned;
    }
}
