package moirai.analysis.axioms;

import java.util.BitSet;
import java.util.Optional;
import moirai.analysis.axioms.saturation.SaturationDecider;
import moirai.analysis.axioms.search.SearchDecider;

/** Judges decisions about small histories by brute force. */
final class Judgement {

    private Judgement() {}

    static Decider decider(AxiomaticLevel level) {
        return level.axiom().isSaturable()
                ? new SaturationDecider(level)
                : new SearchDecider(level, StepBudget.DEFAULT);
    }

    /** Returns what is wrong, in a sentence that begins with its kind; empty if the decision is right and shows it. */
    static Optional<String> objection(KeyValueHistory history, AxiomaticLevel level, boolean holds) {
        return switch (decider(level).decide(history)) {
            case Decision.Undecided(String reason) -> Optional.of("undecided, " + reason);
            case Decision.Ordered(CommitOrder order) ->
                holds
                        ? CommitOrderVerifier.objection(history, level, order)
                                .map(objection -> "misordered, " + order + ": " + objection)
                        : Optional.of("unsound, ordered as " + order);
            case Decision.Impossible impossible ->
                holds ? Optional.of("incomplete, " + impossible) : objection(history, level, impossible);
        };
    }

    private static Optional<String> objection(
            KeyValueHistory history, AxiomaticLevel level, Decision.Impossible impossible) {
        if (!impossible
                .suspects()
                .equals(impossible.suspects().stream().sorted().distinct().toList())) {
            return Optional.of("unsorted, " + impossible);
        }
        var suspects = new BitSet();
        impossible.suspects().forEach(suspects::set);
        return new BruteForce(history.restrictedTo(suspects)).satisfies(level)
                ? Optional.of("unconvincing, " + impossible)
                : Optional.empty();
    }

    /** Fails with the smallest history that shows the same kind of mistake. */
    static void requireAgreement(KeyValueHistory history, AxiomaticLevel level, boolean holds) {
        Optional<String> objection = objection(history, level, holds);
        if (objection.isPresent()) {
            String kind = objection.get().substring(0, objection.get().indexOf(','));
            KeyValueHistory smallest = Smallest.of(
                    history,
                    part -> judged(part, level)
                            .filter(text -> text.startsWith(kind))
                            .isPresent());
            throw new AssertionError(
                    level + ": " + judged(smallest, level).orElseThrow() + "\n" + AxiomNotation.format(smallest));
        }
    }

    private static Optional<String> judged(KeyValueHistory history, AxiomaticLevel level) {
        return objection(history, level, new BruteForce(history).satisfies(level));
    }
}
