package moirai.cli.terminal;

import java.time.Duration;
import java.util.List;
import moirai.history.level.IsolationLevel;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.report.Numbers;
import moirai.runs.report.PlainWords;

/** The text of what a run has shown so far. */
final class SoFarText {

    private SoFarText() {}

    /** Returns one line about the whole verdict. */
    static String verdict(InterimVerdict seen, IsolationLevel expect) {
        String reach =
                Numbers.counted(seen.txns(), "transaction") + (seen.limit().isEmpty() ? "" : "; " + seen.limit());
        if (seen.isInvalid()) {
            long shapes = seen.sightings().stream()
                    .filter(InterimVerdict.Sighting::isForbidden)
                    .count();
            return "INVALID: " + Numbers.counted(shapes, "kind") + " of anomaly that " + expect.label()
                    + " forbids, in " + reach;
        }
        if (seen.txns() == 0) {
            return seen.limit().isEmpty() ? "not checked yet" : "not checked: " + seen.limit();
        }
        return (seen.sightings().isEmpty() ? "no anomaly in " : "nothing that " + expect.label() + " forbids in ")
                + reach;
    }

    /** Returns a line for each anomaly, those that are forbidden first. */
    static List<String> found(InterimVerdict seen) {
        return seen.sightings().stream()
                .sorted((one, other) -> Boolean.compare(other.isForbidden(), one.isForbidden()))
                .map(SoFarText::found)
                .toList();
    }

    /**
     * Returns the line of one anomaly. Parts that may be long come last, as the line is cut off at the terminal's
     * width.
     */
    static String found(InterimVerdict.Sighting one) {
        return "at " + Numbers.seconds(Duration.ofNanos(Math.max(0, one.completeNanos()))) + ": "
                + PlainWords.name(one.phenomenon()) + (one.isForbidden() ? "" : ", allowed") + " (" + one.shape() + ")";
    }
}
