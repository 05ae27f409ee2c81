package moirai.analysis.axioms.search;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.reduction.DeltaDebugging;

/**
 * Makes a long list of suspects shorter, by deciding what is left without some of them. A decision that needs more than
 * a small budget counts as possible.
 */
final class SuspectReduction {

    private static final StepBudget TRIAL = new StepBudget(2_000_000);
    private static final int TRIALS_MAX = 200;

    private final AxiomaticLevel level;
    private final KeyValueHistory history;
    private int trials;
    private int left;

    SuspectReduction(AxiomaticLevel level, KeyValueHistory history) {
        this.level = level;
        this.history = history;
    }

    /** Returns fewer suspects, if there are more than this and a reasonable effort finds fewer. */
    Decision reduced(Decision.Impossible impossible, int enough) {
        left = impossible.suspects().size();
        return new Decision.Impossible(DeltaDebugging.reduce(
                impossible.suspects(),
                (txns, single) -> stillImpossible(txns),
                () -> left <= enough || trials >= TRIALS_MAX));
    }

    /** Returns suspects among these, or none if nothing shows that there are any. */
    private Optional<BitSet> stillImpossible(BitSet txns) {
        trials++;
        var decider = new SearchDecider(level, TRIAL);
        if (!(decider.decideWithoutReduction(history.restrictedTo(txns)) instanceof Decision.Impossible found)) {
            return Optional.empty();
        }
        List<Integer> ids = txns.stream().boxed().toList();
        var suspects = new BitSet();
        found.suspects().forEach(place -> suspects.set(ids.get(place)));
        left = suspects.cardinality();
        return Optional.of(suspects);
    }
}
