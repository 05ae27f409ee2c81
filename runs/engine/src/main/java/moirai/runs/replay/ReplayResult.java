package moirai.runs.replay;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import moirai.runs.ExitCode;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;

/**
 * The result of a replay.
 *
 * @param tried every schedule that was tried, in order
 * @param skipped sentences about what was not tried, each with the reason
 * @param doubts sentences that say why the replay does not prove that the case is not shown; empty if everything that
 *    matters was tried
 * @param place the place of the replay
 */
public record ReplayResult(List<Tried> tried, List<String> skipped, List<String> doubts, Confirmation.Place place) {

    /** The number of attempts of which at most one may be unjudged; a larger share leaves its control unknown. */
    private static final int JUDGED_MIN = 20;

    public ReplayResult {
        tried = List.copyOf(tried);
        skipped = List.copyOf(skipped);
        doubts = List.copyOf(doubts);
    }

    /** Returns the schedule that showed the case most often, among those under the most control that showed it. */
    public Optional<Tried> best() {
        return tried.stream().filter(Tried::isShown).reduce(Tried::better);
    }

    /**
     * Returns the confirmation to store in the case; empty if the case was not shown, or not by attempts whose number
     * was fixed beforehand.
     */
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
     * Returns the exit code with the meanings of a run's: a case that was shown is a failure. "Not shown" is reported
     * only if everything that matters was tried to its end, and nearly all attempts of each control were judged: many
     * attempts of one control do not make up for those of another.
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
