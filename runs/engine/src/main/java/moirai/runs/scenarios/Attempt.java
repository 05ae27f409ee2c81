package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.Tally;

/** The result of one execution of a scenario. */
public sealed interface Attempt {

    /** The attempt showed the failure, proven. */
    record Shown() implements Attempt {}

    /** The attempt was fully judged, and the failure did not occur. */
    record NotShown() implements Attempt {}

    /** The attempt could not be judged, for this reason. */
    record Unknown(String reason) implements Attempt {}

    /** Returns the tally with this attempt. */
    default Tally addTo(Tally tally) {
        return switch (this) {
            case Shown shown -> tally.withShown();
            case NotShown notShown -> tally.withNotShown();
            case Unknown unknown -> tally.withUnknown();
        };
    }
}
