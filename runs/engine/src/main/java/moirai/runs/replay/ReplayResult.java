package moirai.runs.replay;

import java.util.List;
import java.util.Optional;
import moirai.runs.ExitCode;
import moirai.runs.cases.Confirmation;

/**
 * What came of a replay.
 *
 * @param tried every schedule that was tried, in order
 * @param skipped what was not tried, each with the reason, in sentences
 * @param place where it was
 */
public record ReplayResult(List<Tried> tried, List<String> skipped, Confirmation.Place place) {

    public ReplayResult {
        tried = List.copyOf(tried);
        skipped = List.copyOf(skipped);
    }

    /** The schedule that showed it most often, of those under the most control that did. */
    public Optional<Tried> best() {
        return tried.stream().filter(Tried::isShown).reduce(Tried::better);
    }

    /** The count to keep in the case; empty if it was not shown. */
    public Optional<Confirmation> confirmation() {
        return best().map(best -> new Confirmation(
                best.control(),
                best.order(),
                best.counted().shown(),
                best.counted().attempts(),
                best.counted().unknown(),
                place));
    }

    /** As a run's: what was shown is a failure; where as many attempts say nothing as say no, nothing is known. */
    public ExitCode exitCode() {
        if (best().isPresent()) {
            return ExitCode.INVALID;
        }
        long attempts = tried.stream().mapToLong(one -> one.search().attempts()).sum();
        long unknown = tried.stream().mapToLong(one -> one.search().unknown()).sum();
        return 2 * unknown >= attempts ? ExitCode.UNKNOWN : ExitCode.VALID;
    }
}
