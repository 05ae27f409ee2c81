package moirai.analysis.validation;

import java.util.List;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.proof.Minimizer;
import moirai.analysis.axioms.proof.Prover;
import moirai.analysis.axioms.proof.Refutation;
import moirai.analysis.axioms.saturation.SaturationDecider;
import moirai.analysis.axioms.search.SearchDecider;

/**
 * Decides by axioms whether a whole history satisfies a level, and if not, why not.
 *
 * <p>Levels up to causal are decided by saturation: O(n^1.5) for a history of n ops, O(n k) with k sessions for causal.
 * The others are NP-complete in general (Biswas, Enea 2019): see the search package for what is tried in which order.
 */
public final class Validator implements Decider {

    /** Why a level that asks for real time is not known to hold. */
    static final String NO_TIMES = "no times were recorded, so nothing is known of the order in real time";

    /**
     * The steps for each decision on a part of a violation. They are few, or the many decisions for a witness would
     * cost more than many verdicts.
     */
    private static final long STEPS_PER_PART = 5_000_000;

    private final AxiomaticLevel level;
    private final Decider decider;
    private final Decider partDecider;

    /** Creates a validator of one level; the budget concerns levels that are not decided by saturation. */
    public Validator(AxiomaticLevel level, StepBudget budget) {
        this.level = level;
        if (level.axiom().isSaturable()) {
            this.decider = new SaturationDecider(level);
            this.partDecider = decider;
        } else {
            this.decider = new SearchDecider(level, budget);
            var small = new StepBudget(Math.min(budget.steps(), STEPS_PER_PART));
            this.partDecider = new SearchDecider(level, small)::decideWithoutReduction;
        }
    }

    /** {@inheritDoc} Without recorded times, a level that asks for real time may be violated, but never holds. */
    @Override
    public Decision decide(KeyValueHistory history) {
        return certain(decider.decide(history), history);
    }

    /** Returns a decision that was made about the level; undecided if it rests on times that were not recorded. */
    Decision certain(Decision decision, KeyValueHistory history) {
        boolean blind = level.order() == BaseOrder.REALTIME && !history.isTimed();
        return blind && decision instanceof Decision.Ordered ? new Decision.Undecided(NO_TIMES) : decision;
    }

    /** Returns the name of the method, which follows the words "decided by". */
    public String method() {
        return level.axiom().isSaturable() ? "axioms (saturation)" : "axioms (search for an order of commits)";
    }

    /**
     * Returns a minimal set of transactions that violates the level, with a proof.
     *
     * @param suspects what {@link #decide} returned for the history
     */
    public Refutation refute(KeyValueHistory history, List<Integer> suspects) {
        var witness = new Minimizer(partDecider).minimize(history, suspects);
        return new Prover(level).prove(witness);
    }
}
