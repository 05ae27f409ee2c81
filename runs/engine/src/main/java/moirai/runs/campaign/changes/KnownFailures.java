package moirai.runs.campaign.changes;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.trends.Change;
import moirai.runs.store.StoredShape;

/**
 * The failures that are known on the day of a night.
 *
 * @param all those that are listed, expired ones too
 * @param day the day by which they are accepted or expired
 */
public record KnownFailures(List<KnownFailure> all, LocalDate day) {

    /** No failure is known. */
    public static final KnownFailures NONE = new KnownFailures(List.of(), LocalDate.MAX);

    public KnownFailures {
        all = List.copyOf(all);
    }

    /**
     * Returns what is known of a shape: what is accepted longest.
     *
     * @param where the name of a cell, or a database with its version
     */
    public Optional<KnownFailure> of(String where, StoredShape shape) {
        return all.stream()
                .filter(known -> known.isAbout(where, shape))
                .max((one, other) -> one.until().compareTo(other.until()));
    }

    /** Returns whether a shape in a cell is known and accepted. */
    public boolean isAccepted(String cell, StoredShape shape) {
        return of(cell, shape).filter(known -> !known.isExpiredOn(day)).isPresent();
    }

    /** Returns the listed failures that have expired. */
    public List<KnownFailure> expired() {
        return all.stream().filter(known -> known.isExpiredOn(day)).toList();
    }

    /** Returns the listed failures whose anomalies a night found to be gone, in every cell that had them. */
    public List<KnownFailure> disappeared(NightChanges changes) {
        return all.stream()
                .filter(known -> {
                    List<ShapeChange> about = changes.shapes().stream()
                            .filter(change -> known.isAbout(change.cell(), change.shape()))
                            .toList();
                    return !about.isEmpty()
                            && about.stream().allMatch(change -> change.trend().change() == Change.GONE);
                })
                .toList();
    }

    /**
     * Returns what a cell means for the exit code: a violation counts as none if all its forbidden anomalies are
     * accepted. A verdict without an anomaly by which it could be known is never accepted.
     */
    public ExitCode code(CellResult result) {
        ExitCode code = result.code();
        List<StoredShape> forbidden =
                result.anomalies().stream().filter(StoredShape::isForbidden).toList();
        boolean isKnown = code == ExitCode.INVALID
                && result.ending().end() == End.JUDGED
                && result.ending().reasons().isEmpty()
                && result.ending().verdict().equals(ExitCode.INVALID.name())
                && !forbidden.isEmpty()
                && forbidden.stream().allMatch(shape -> isAccepted(result.cell(), shape));
        return isKnown ? ExitCode.VALID : code;
    }

    /**
     * Returns the exit code of a night: that of a failure if there is one, or else the weightiest of its cells, and not
     * 0 while a cell has no result. A cell that was refused hides no failure of another.
     */
    public ExitCode code(Night night) {
        ExitCode code = night.isEnded() && !night.cells().isEmpty() ? ExitCode.VALID : ExitCode.INSUFFICIENT_EVIDENCE;
        for (CellResult result : night.results()) {
            ExitCode ofCell = code(result);
            if (ofCell == ExitCode.INVALID) {
                return ofCell;
            }
            code = code.and(ofCell);
        }
        return code;
    }
}
