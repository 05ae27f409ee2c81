package moirai.runs.alarms;

import java.util.List;
import java.util.Optional;
import moirai.history.level.IsolationLevel;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.report.Numbers;

/**
 * The rule by which anomalies end a run.
 *
 * @param count the number of anomalies that the expected level forbids, at which the run is stopped; {@link
 *     Long#MAX_VALUE} if none stops it
 */
public record StopRule(long count) {

    /** The rule of a run that no anomaly stops. */
    public static final StopRule NEVER = new StopRule(Long.MAX_VALUE);

    /** The rule of a run that the first forbidden anomaly stops. */
    public static final StopRule FIRST = new StopRule(1);

    public StopRule {
        if (count < 1) {
            throw new IllegalArgumentException(count + " anomalies: expected 1 or more");
        }
    }

    /** Returns the reason for which this verdict stops the run, as a clause; empty if it does not. */
    Optional<String> reason(InterimVerdict soFar, IsolationLevel expect) {
        List<InterimVerdict.Sighting> forbidden = soFar.sightings().stream()
                .filter(InterimVerdict.Sighting::isForbidden)
                .toList();
        long seen = forbidden.stream().mapToLong(InterimVerdict.Sighting::count).sum();
        if (seen < count) {
            return Optional.empty();
        }
        return Optional.of(
                equals(FIRST)
                        ? "an anomaly that " + expect.label() + " forbids was found, "
                                + forbidden.getFirst().shape() + " (--stop-on anomaly)"
                        : Numbers.count(seen) + " anomalies that " + expect.label() + " forbids were found (--stop-on "
                                + count + ")");
    }
}
