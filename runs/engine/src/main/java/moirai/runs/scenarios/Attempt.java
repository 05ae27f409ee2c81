package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.Tally;

/** What one execution of a scenario has shown. */
public sealed interface Attempt {

    /** The failure, proven. */
    record Shown() implements Attempt {}

    /** Everything was judged, and the failure was not there. */
    record NotShown() implements Attempt {}

    /** Nobody can say, for this reason. */
    record Unknown(String reason) implements Attempt {}

    /** The tally with this one. */
    default Tally addTo(Tally tally) {
        return switch (this) {
            case Shown shown -> tally.withShown();
            case NotShown notShown -> tally.withNotShown();
            case Unknown unknown -> tally.withUnknown();
        };
    }
}
