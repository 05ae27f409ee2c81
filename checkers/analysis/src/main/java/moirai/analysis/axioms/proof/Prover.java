package moirai.analysis.axioms.proof;

import java.util.Optional;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.StepBudget;

/** Finds out why a small history has no commit order. */
public final class Prover {

    /** The number of transactions above which no proof is tried, because nobody would follow it. */
    public static final int TXNS_MAX = 15;

    /** Some seconds. */
    private static final StepBudget DEFAULT_BUDGET = new StepBudget(20_000_000);

    private final AxiomaticLevel level;
    private final StepBudget budget;

    /** Proves by the axiom of this level, for some seconds at most. */
    public Prover(AxiomaticLevel level) {
        this(level, DEFAULT_BUDGET);
    }

    /**
     * Proves by the axiom of this level.
     *
     * @param budget a step looks at one way in which one writer may be visible to one read
     */
    public Prover(AxiomaticLevel level, StepBudget budget) {
        this.level = level;
        this.budget = budget;
    }

    /**
     * Returns a short proof that the witness has no commit order. Deterministic.
     *
     * <p>Polynomial if it needs no nested cases, which is so for all levels up to causal consistency; exponential in
     * the transactions otherwise, until the budget ends.
     */
    public Refutation prove(Witness witness) {
        return new Refutation(level, witness, proof(witness));
    }

    private Proof proof(Witness witness) {
        int txns = witness.history().txnCount();
        if (txns > TXNS_MAX) {
            return new Proof.Missing(
                    "a proof over " + txns + " transactions was not tried, at most " + TXNS_MAX + " are");
        }
        var saturation = new UnitPropagation(witness.history(), level, budget);
        Optional<Facts.Finding> found = new CaseAnalysis(saturation).refute(saturation.start());
        if (found.isPresent()) {
            return new Proof.Found(found.get().contradictionFrom(0));
        }
        return new Proof.Missing(
                saturation.isExhausted()
                        ? "no proof was found within " + budget.steps() + " steps"
                        : "the transactions do have a commit order");
    }
}
