package moirai.runs.campaign.changes;

import java.util.List;
import java.util.Optional;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.KeptCase;
import moirai.runs.campaign.Night;

/**
 * A night in the light of those before it and of what is known.
 *
 * @param earlier the nights before it, the oldest first
 * @param cases what became of the new failures, as far as they were replayed
 */
public record AssessedNight(Night night, List<Night> earlier, KnownFailures known, List<KeptCase> cases) {

    public AssessedNight {
        earlier = List.copyOf(earlier);
        cases = List.copyOf(cases);
    }

    /** Makes a night of whose new failures none was replayed. */
    public AssessedNight(Night night, List<Night> earlier, KnownFailures known) {
        this(night, earlier, known, List.of());
    }

    /** Returns the same with what became of the new failures. */
    public AssessedNight with(List<KeptCase> kept) {
        return new AssessedNight(night, earlier, known, kept);
    }

    /** Returns what is different from the nights before. */
    public NightChanges changes() {
        return NightChanges.of(night, earlier);
    }

    /** Returns whether an anomaly is new or more frequent that is forbidden and not known. */
    public boolean hasNewFailures() {
        return changes().newFailures().stream().anyMatch(change -> !known.isAccepted(change.cell(), change.shape()));
    }

    /** Returns the exit code, to which known failures do not count. */
    public ExitCode code() {
        return known.code(night);
    }

    /** Returns why a failure of a cell does not count; empty if it counts, or if there is none. */
    public Optional<String> accepted(CellResult result) {
        boolean isAccepted = result.code() == ExitCode.INVALID && known.code(result) == ExitCode.VALID;
        return isAccepted
                ? result.anomalies().stream()
                        .flatMap(shape -> known.of(result.cell(), shape).stream())
                        .map(one -> one.reason() + " (" + one.owner() + ", until " + one.until() + ")")
                        .findFirst()
                : Optional.empty();
    }
}
