package moirai.analysis.axioms.small;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import moirai.analysis.axioms.Answer;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;

/**
 * Decides an axiom for small histories, one after the other: {@link Axiom#PREFIX}, {@link Axiom#PARALLEL_SNAPSHOT},
 * {@link Axiom#SNAPSHOT}, {@link Axiom#SERIAL}, or {@link Axiom#NONE}, which asks for an order that keeps locks.
 */
public final class SmallDecider {

    private final Axiom axiom;
    private final StepBudget budget;
    private final IntArrayList order = new IntArrayList(SmallHistory.TXN_COUNT_MAX);
    private final FrontierSearch frontiers;
    private final VersionOrderSearch versions = new VersionOrderSearch(order);

    /**
     * Makes a decider.
     *
     * @param budget how many states one decision may look at; at parallel snapshot isolation a state counts as many
     *     times as there are transactions
     * @throws IllegalArgumentException if the axiom is not one of the five
     */
    public SmallDecider(Axiom axiom, StepBudget budget) {
        switch (axiom) {
            case NONE, PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIAL -> {}
            default ->
                throw new IllegalArgumentException(
                        axiom + "; expected NONE, PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT or SERIAL");
        }
        this.axiom = axiom;
        this.budget = budget;
        this.frontiers = new FrontierSearch(axiom, order);
    }

    /** Decides whether a history satisfies the axiom. */
    public Answer decide(SmallHistory history) {
        var meter = new StepMeter(budget);
        boolean isFound = axiom == Axiom.PARALLEL_SNAPSHOT
                ? versions.run(history, meter)
                : frontiers.run(history, history.predecessors(), meter);
        // An order that was found is one, whatever else was not looked at.
        return isFound ? Answer.YES : meter.isExhausted() ? Answer.UNDECIDED : Answer.NO;
    }

    /** Returns the commit order of the last history, if the answer was yes; valid until the next decision. */
    public IntList order() {
        return order;
    }
}
