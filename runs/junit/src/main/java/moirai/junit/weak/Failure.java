package moirai.junit.weak;

import java.util.List;
import java.util.stream.Collectors;
import moirai.analysis.Findings;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.runs.report.PlainWords;

/** The smallest known try that fails, with everything that a report says of it. */
public final class Failure {

    private final Tries tries;
    private final Outcome outcome;
    private final Seed seed;
    private final int index;
    private final boolean isRepeatable;

    /**
     * Creates a failure.
     *
     * @param seed of the random try that failed first
     * @param index the number of that try, from 1; 0 if an earlier run of the test had found it
     * @param isRepeatable whether the same choices gave the same failure again
     */
    Failure(Tries tries, Outcome outcome, Seed seed, int index, boolean isRepeatable) {
        this.tries = tries;
        this.outcome = outcome;
        this.seed = seed;
        this.index = index;
        this.isRepeatable = isRepeatable;
    }

    /** Returns what the test has thrown. */
    public Throwable thrown() {
        Throwable thrown = outcome.thrown().orElseThrow();
        return thrown instanceof CallFailedException failed && failed.getCause() != null ? failed.getCause() : thrown;
    }

    /** Returns the seed of the random try that failed first. */
    public Seed seed() {
        return seed;
    }

    /** Returns the try as a later run repeats it. */
    public SavedTry saved() {
        return new SavedTry(seed, outcome.trial().leftOut(), outcome.trial().choices());
    }

    /** Returns how many transactions the failure needs. */
    public int txnCount() {
        return outcome.trial().rounds().stream()
                .mapToInt(round -> round.behaviour().txns().size())
                .sum();
    }

    /** Returns the last statement that the store does not support; empty if there was none. */
    public String unsupported() {
        return tries.unsupported();
    }

    /** Returns a report for people, of several lines. */
    public String text() {
        var text = new StringBuilder();
        text.append(String.valueOf(outcome.thrown().orElseThrow().getMessage()).strip())
                .append("\n\n");
        if (!tries.unsupported().isEmpty()) {
            text.append("the store does not support: ")
                    .append(tries.unsupported())
                    .append("\n\n");
        }
        text.append(outcome.trial().table()).append('\n');
        text.append(levels()).append('\n');
        int calls = outcome.trial().callCount();
        int needed = calls - outcome.trial().leftOut().cardinality();
        text.append(index == 0 ? "found by an earlier run" : "found by try " + index)
                .append(isRepeatable ? "" : "; not repeatable: the calls depend on something other than the store")
                .append(" · ")
                .append(
                        needed == calls
                                ? "needs all " + calls + " calls"
                                : "needs " + needed + " of " + calls + " calls")
                .append('\n');
        return text.toString();
    }

    /** Returns a sentence about the levels that allow what the calls have seen. */
    private String levels() {
        List<RoundResult> rounds = outcome.trial().rounds();
        if (rounds.isEmpty()) {
            return "The test fails before anything runs in parallel, so at every level.";
        }
        Findings findings = WeakDatabase.judged(rounds.getLast().history());
        if (findings.holds(IsolationLevel.STRONG_SESSION_SERIALIZABLE)) {
            return "Even serializable allows this: the calls are wrong one after the other, in some order.";
        }
        if (findings.weakestBroken().isEmpty()) {
            return "It is not known which levels allow this.";
        }
        List<IsolationLevel> broken = findings.weakestBroken();
        List<IsolationLevel> allowing = StoreLevels.all().stream()
                .filter(level -> broken.stream().noneMatch(level::implies))
                .toList();
        List<IsolationLevel> excluding = StoreLevels.all().stream()
                .filter(level -> !allowing.contains(level))
                .toList();
        return "allowed at " + labels(IsolationLevel.strongest(allowing))
                + " and weaker levels"
                + (excluding.isEmpty() ? "" : "; impossible at " + labels(IsolationLevel.weakest(excluding)))
                + broken.stream()
                        .flatMap(level -> findings.forbiddenAt(level).stream())
                        .findFirst()
                        .map(anomaly -> " (" + PlainWords.name(anomaly) + ")")
                        .orElse("");
    }

    private static String labels(List<IsolationLevel> levels) {
        return levels.stream().map(StoreLevels.NAMES::label).collect(Collectors.joining(", "));
    }
}
