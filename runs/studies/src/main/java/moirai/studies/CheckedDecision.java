package moirai.studies;

import java.util.BitSet;
import java.util.Optional;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.search.SearchDecider;

/** A check of decisions about hard histories. */
final class CheckedDecision {

    /** The maximal number of suspects whose orders are tried one by one. */
    private static final int SUSPECTS_TRIED_MAX = 7;

    private CheckedDecision() {}

    /** Returns the error of a decision in a sentence; empty if evidence and construction confirm the decision. */
    static Optional<String> objection(HardHistory hard, AxiomaticLevel level, Decision decision) {
        Optional<Boolean> known = hard.satisfies(level.axiom());
        return switch (decision) {
            case Decision.Undecided(String reason) -> Optional.of("undecided: " + reason);
            case Decision.Ordered(CommitOrder order) ->
                known.orElse(true)
                        ? CommitOrderVerifier.objection(hard.history(), level, order)
                        : Optional.of("ordered, against its construction");
            case Decision.Impossible impossible ->
                known.orElse(false)
                        ? Optional.of("impossible, against its construction: " + impossible)
                        : objection(hard.history(), level, impossible);
        };
    }

    private static Optional<String> objection(
            KeyValueHistory history, AxiomaticLevel level, Decision.Impossible impossible) {
        var suspects = new BitSet();
        impossible.suspects().forEach(suspects::set);
        KeyValueHistory part = history.restrictedTo(suspects);
        if (part.txnCount() != impossible.suspects().size()) {
            return Optional.of("a suspect twice: " + impossible);
        }
        boolean convicted = part.txnCount() <= SUSPECTS_TRIED_MAX
                ? isNoOrderAccepted(part, level, new int[part.txnCount()], 0, 0)
                : new SearchDecider(level, StepBudget.DEFAULT).decide(part) instanceof Decision.Impossible;
        return convicted ? Optional.empty() : Optional.of("suspects that can be ordered: " + impossible);
    }

    private static boolean isNoOrderAccepted(
            KeyValueHistory history, AxiomaticLevel level, int[] order, int placed, int used) {
        if (placed == order.length) {
            return CommitOrderVerifier.objection(history, level, CommitOrder.of(order))
                    .isPresent();
        }
        for (int txn = 0; txn < order.length; txn++) {
            if ((used & 1 << txn) == 0) {
                order[placed] = txn;
                if (!isNoOrderAccepted(history, level, order, placed + 1, used | 1 << txn)) {
                    return false;
                }
            }
        }
        return true;
    }
}
