package moirai.exploration;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import moirai.exploration.search.ExploredLevels;
import moirai.history.level.IsolationLevel;

/** The texts of results for people, as tests that fail and the command line print them. */
final class ResultText {

    /** The facts that hold of the executions of a search without failures. */
    private static final String NOTHING_BROKEN = "nothing is broken";

    private ResultText() {}

    /** Returns the number of histories, and the failures or what is proven without one. */
    static String of(ExplorationResult result) {
        String tried = result.ends() == result.histories()
                ? ""
                : String.format(Locale.ROOT, " (of %,d that were tried)", result.ends());
        return String.format(Locale.ROOT, "%,d histories%s%n", result.histories(), tried)
                + (result.failures().isEmpty()
                        ? conclusion(result, NOTHING_BROKEN)
                        : result.failures().stream()
                                .map(ExplorationResult.Failure::toString)
                                .collect(Collectors.joining(String.format("%n"))));
    }

    static String conclusion(ExplorationResult result, String question) {
        if (result.undecided() > 0) {
            return String.format(
                    Locale.ROOT,
                    "unknown: it takes too long to learn whether the level allows %,d of the histories%n",
                    result.undecided());
        }
        return result.isExhausted()
                ? "all explored: %s%n".formatted(question)
                : "not exhausted: %s so far, and nothing is proven of the rest%n".formatted(question);
    }

    /** Returns a failure with its table. */
    static String of(ExplorationResult.Failure failure, int removed) {
        String without = removed == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        removed == 1
                                ? " (%d call that this does not need is left out)"
                                : " (%d calls that this does not need are left out)",
                        removed);
        return "BROKEN: %s%s%n%n%s%n%s".formatted(failure.what(), without, failure.behaviour(), levels(failure));
    }

    private static String levels(ExplorationResult.Failure failure) {
        if (failure.excludedBy().isEmpty() && failure.undecided().isEmpty()) {
            return "this execution is impossible at no level: it is serial%n".formatted();
        }
        String impossible = failure.excludedBy().isEmpty()
                ? ""
                : "this execution is impossible at %s%n".formatted(labels(failure.excludedBy()));
        String undecided = failure.undecided().isEmpty()
                ? ""
                : "it would take too long to learn whether it is possible at %s%n"
                        .formatted(labels(failure.undecided()));
        return impossible + undecided;
    }

    private static String labels(List<IsolationLevel> levels) {
        return levels.stream().map(ExploredLevels.NAMES::label).collect(Collectors.joining(" and "));
    }
}
