package moirai.analysis.axioms.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;

/**
 * Makes a long list of suspects shorter, by leaving out chunks of it and deciding what is left.
 *
 * <p>Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002), without the tests of single
 * chunks: what is left out makes no commit order impossible, so chunks are tried once from large to small. Decisions
 * that need more than a small budget count as possible.
 */
final class SuspectReduction {

    private static final StepBudget TRIAL = new StepBudget(2_000_000);
    private static final int TRIALS_MAX = 200;

    private final AxiomaticLevel level;
    private final KeyValueHistory history;
    private int trials;

    SuspectReduction(AxiomaticLevel level, KeyValueHistory history) {
        this.level = level;
        this.history = history;
    }

    /** Fewer suspects, if there are more than this and a reasonable effort finds fewer. */
    Decision reduced(Decision.Impossible impossible, int enough) {
        List<Integer> suspects = impossible.suspects();
        int chunk = suspects.size() / 2;
        while (suspects.size() > enough && chunk > 0 && trials < TRIALS_MAX) {
            int from = 0;
            while (from < suspects.size() && suspects.size() > enough && trials < TRIALS_MAX) {
                List<Integer> trial = new ArrayList<>(suspects.subList(0, from));
                trial.addAll(suspects.subList(Math.min(from + chunk, suspects.size()), suspects.size()));
                List<Integer> smaller = stillImpossible(trial);
                if (smaller.isEmpty()) {
                    from += chunk;
                } else {
                    suspects = smaller;
                }
            }
            chunk /= 2;
        }
        return new Decision.Impossible(suspects);
    }

    /** Suspects among these, or none if nothing shows that there are any. */
    private List<Integer> stillImpossible(List<Integer> txns) {
        trials++;
        var kept = new BitSet();
        txns.forEach(kept::set);
        var decider = new SearchDecider(level, TRIAL);
        if (!(decider.decideWithoutReduction(history.restrictedTo(kept)) instanceof Decision.Impossible found)) {
            return List.of();
        }
        return found.suspects().stream().map(txns::get).toList();
    }
}
