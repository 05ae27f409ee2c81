package moirai.runs.replay;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import moirai.runs.ExitCode;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;

/**
 * What came of a replay.
 *
 * @param tried every schedule that was tried, in order
 * @param skipped what was not tried, each with the reason, in sentences
 * @param doubts why it does not say that the case is not shown, in sentences; none if what matters was all tried
 * @param place where it was
 */
public record ReplayResult(List<Tried> tried, List<String> skipped, List<String> doubts, Confirmation.Place place) {

    /** More than one attempt of so many that could not be judged leaves its control unknown. */
    private static final int JUDGED_MIN = 20;

    public ReplayResult {
        tried = List.copyOf(tried);
        skipped = List.copyOf(skipped);
        doubts = List.copyOf(doubts);
    }

    /** The schedule that showed it most often, of those under the most control that did. */
    public Optional<Tried> best() {
        return tried.stream().filter(Tried::isShown).reduce(Tried::better);
    }

    /** The count to keep in the case; empty if it was not shown, or not by attempts whose number was fixed. */
    public Optional<Confirmation> confirmation() {
        return best().filter(Tried::isMeasured)
                .map(best -> new Confirmation(
                        best.control(),
                        best.order(),
                        best.measured().shown(),
                        best.measured().attempts(),
                        best.measured().unknown(),
                        place));
    }

    /**
     * As a run's: what was shown is a failure. That it is not shown is said where what matters was tried to its end,
     * and nearly all attempts of each control were judged: many of one do not make up for those of another.
     */
    public ExitCode exitCode() {
        if (best().isPresent()) {
            return ExitCode.INVALID;
        }
        boolean isKnown = !tried.isEmpty()
                && doubts.isEmpty()
                && Arrays.stream(Control.values()).allMatch(this::isJudged);
        return isKnown ? ExitCode.VALID : ExitCode.UNKNOWN;
    }

    private boolean isJudged(Control control) {
        Outcomes all = tried.stream()
                .filter(one -> one.control() == control)
                .map(Tried::all)
                .reduce(Outcomes.NONE, Outcomes::with);
        return (long) JUDGED_MIN * all.unknown() <= all.attempts();
    }
}
