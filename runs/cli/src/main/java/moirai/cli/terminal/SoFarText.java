package moirai.cli.terminal;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.analysis.streaming.StreamProgress;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.history.level.IsolationLevel;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.report.Numbers;
import moirai.runs.report.PlainWords;

/** The text of what a run has shown so far. */
final class SoFarText {

    private SoFarText() {}

    /** Returns one line about the whole verdict. */
    static String verdict(InterimVerdict seen, IsolationLevel expect) {
        return standing(seen, expect)
                .map(standing -> texts(seen, expect, standing).getFirst())
                .orElseGet(() -> counts(seen, expect));
    }

    /** Returns the same as {@link #verdict}, if possible in so many columns. */
    static String verdict(InterimVerdict seen, IsolationLevel expect, int columns) {
        List<String> texts = standing(seen, expect)
                .map(standing -> texts(seen, expect, standing))
                .orElseGet(() -> List.of(counts(seen, expect)));
        return texts.stream()
                .filter(text -> text.length() <= columns)
                .findFirst()
                .orElse(texts.getLast());
    }

    /** Returns whether the expected level is known to be broken. */
    static boolean isInvalid(InterimVerdict seen, IsolationLevel expect) {
        return seen.isInvalid() || standing(seen, expect).equals(Optional.of(Standing.BROKEN));
    }

    /** Returns what is known of the level; empty if the verdict does not say how far it has come. */
    private static Optional<Standing> standing(InterimVerdict seen, IsolationLevel expect) {
        return Optional.ofNullable(seen.progress().levels().get(expect))
                .map(standing -> seen.isInvalid() ? Standing.BROKEN : standing);
    }

    /** Returns texts with the same meaning, the longest first. */
    private static List<String> texts(InterimVerdict seen, IsolationLevel expect, Standing standing) {
        String reach = Numbers.span(Duration.ofNanos(Math.max(0, seen.progress().provenNanos())));
        String level = expect.label();
        return switch (standing) {
            case HOLDS -> {
                String proven = "proven " + level + " up to " + reach;
                yield List.of(proven, "proven up to " + reach + ": " + level);
            }
            case UNKNOWN ->
                List.of(
                        "unknown whether " + level + " holds; judged up to " + reach,
                        "unknown whether " + level + " holds, up to " + reach,
                        "unknown up to " + reach + ": " + level);
            case BROKEN -> {
                String since = firstForbidden(seen)
                        .map(first -> " since " + Numbers.moment(first))
                        .orElse("");
                long shapes = forbidden(seen).count();
                String kinds = shapes == 0 ? "" : ", by " + Numbers.counted(shapes, "kind") + " of anomaly";
                String broken = "INVALID: " + level + " is broken" + since;
                yield List.of(
                        broken + kinds + "; judged up to " + reach,
                        broken + kinds,
                        broken,
                        "INVALID" + since + ": " + level);
            }
        };
    }

    private static Stream<InterimVerdict.Sighting> forbidden(InterimVerdict seen) {
        return seen.sightings().stream().filter(InterimVerdict.Sighting::isForbidden);
    }

    private static Optional<Duration> firstForbidden(InterimVerdict seen) {
        return forbidden(seen)
                .map(one -> Duration.ofNanos(Math.max(0, one.completeNanos())))
                .min(Comparator.naturalOrder());
    }

    /** Returns the text of a verdict that only says how many transactions it covers. */
    private static String counts(InterimVerdict seen, IsolationLevel expect) {
        String reach = Numbers.counted(seen.txns(), "transaction");
        if (seen.isInvalid()) {
            return "INVALID: " + Numbers.counted(forbidden(seen).count(), "kind") + " of anomaly that " + expect.label()
                    + " forbids, in " + reach;
        }
        if (seen.txns() == 0) {
            return "not checked yet";
        }
        return (seen.sightings().isEmpty() ? "no anomaly in " : "nothing that " + expect.label() + " forbids in ")
                + reach;
    }

    /** Returns one line about the delay of the judgement and the transactions and keys in memory. */
    static String work(StreamProgress progress) {
        return Numbers.seconds(Duration.ofNanos(Math.max(0, progress.lagNanos()))) + " behind · "
                + Numbers.count(progress.work().held()) + " held · "
                + Numbers.counted(progress.work().keysLive(), "key") + " live"
                + (progress.work().sweeps() == 0
                        ? ""
                        : " · " + Numbers.counted(progress.work().sweeps(), "sweep"));
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
        return "at " + Numbers.moment(Duration.ofNanos(Math.max(0, one.completeNanos()))) + ": "
                + PlainWords.name(one.phenomenon()) + (one.isForbidden() ? "" : ", allowed")
                + (one.count() > 1 ? " ×" + Numbers.count(one.count()) : "") + " (" + one.shape() + ")";
    }
}
