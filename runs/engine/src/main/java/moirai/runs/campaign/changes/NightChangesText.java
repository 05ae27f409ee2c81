package moirai.runs.campaign.changes;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.campaign.trends.Change;
import moirai.runs.campaign.trends.ShapeTrend;
import moirai.runs.report.Numbers;
import moirai.runs.report.Wrapping;

/** Makes the text, for people, of what changed in a night. */
public final class NightChangesText {

    private static final int RUNS_MAX = 100;
    private static final int OLD_MAX = 8;

    private NightChangesText() {}

    /**
     * Returns the text in lines of 80 columns; a sentence if nothing changed. Of what was there before as well, only
     * the first {@value #OLD_MAX} entries are shown.
     */
    public static String of(NightChanges changes, KnownFailures known) {
        List<String> lines = unwrapped(changes, known).lines().toList();
        var text = new StringBuilder();
        int old = 0;
        for (String line : lines) {
            old += isOld(line) ? 1 : 0;
            text.append(isOld(line) && old > OLD_MAX ? "" : line + "\n");
        }
        text.append(old > OLD_MAX ? "and " + (old - OLD_MAX) + " more that were there before\n" : "");
        return Wrapping.hanging(text.toString());
    }

    /** Returns whether a line of {@link #unwrapped} is about what was there before as well. */
    public static boolean isOld(String line) {
        return Stream.of(Change.STILL, Change.FLAKY, Change.VARIANT)
                .anyMatch(change -> line.startsWith(change.words() + "  "));
    }

    /** Returns one line for each change: a word, two spaces and what is to be said; a sentence if nothing changed. */
    public static String unwrapped(NightChanges changes, KnownFailures known) {
        var text = new StringBuilder();
        if (changes.nights() == 0) {
            text.append("no earlier night to compare with\n");
        }
        if (changes.isFileEdited()) {
            text.append("the campaign file was edited since the night before\n");
        }
        grouped(changes.shapes()).forEach(alike -> text.append(line(alike, known, changes.significance())));
        changes.figures().forEach(change -> text.append(line(change)));
        changes.ends()
                .forEach(change -> text.append("ended  " + change.cell() + ": "
                        + change.now().words() + ", before " + change.before().words() + "\n"));
        known.expired()
                .forEach(one -> text.append("expired  " + one.fingerprint() + " was known until " + one.until() + " ("
                        + one.owner() + ")\n"));
        List<KnownFailure> disappeared = changes.nights() == 0 ? List.of() : known.disappeared(changes);
        disappeared.forEach(one -> text.append(
                "unlisted?  " + one.fingerprint() + " is listed as known (" + one.owner() + ") and is gone\n"));
        if (text.isEmpty()) {
            text.append("nothing changed against " + Numbers.counted(changes.nights(), "night") + "\n");
        }
        return text.toString();
    }

    /** Returns the changes in groups of which one line speaks: those of a phenomenon in a cell that are alike. */
    private static Collection<List<ShapeChange>> grouped(List<ShapeChange> changes) {
        return changes.stream()
                .collect(Collectors.groupingBy(
                        change -> List.of(
                                change.cell(),
                                change.shape().phenomenon(),
                                change.trend().change()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values();
    }

    private static String line(List<ShapeChange> alike, KnownFailures known, double significance) {
        ShapeChange change = alike.getFirst();
        String more = alike.size() == 1 ? "" : " and " + Numbers.counted(alike.size() - 1, "more shape");
        ShapeTrend trend = change.trend();
        String accepted = known.of(change.cell(), change.shape())
                .map(one -> one.isExpiredOn(known.day())
                        ? "; known until " + one.until() + ", which is over"
                        : "; known: " + one.reason())
                .orElse("");
        return trend.change().words() + "  " + change.cell() + ": "
                + change.shape().phenomenon() + " ("
                + change.shape().name() + ", " + change.shape().fingerprint() + more + ")" + why(trend, significance)
                + accepted + "\n";
    }

    /** Returns what became of a shape, such as {@code new: in none of 9 runs before}. */
    public static String history(ShapeTrend trend, double significance) {
        return trend.change().words() + why(trend, significance);
    }

    private static String why(ShapeTrend trend, double significance) {
        return switch (trend.change()) {
            case NEW -> seenBefore(trend);
            case VARIANT -> "";
            case BACK -> ": it had been gone";
            case MORE_OFTEN -> chance(": so much more often than before", trend);
            case STILL, FLAKY -> ": in " + trend.all().words() + " runs since it was first seen";
            case MISSED -> notSince(trend) + goneIf(trend, significance);
            case GONE -> chance(notSince(trend), trend);
            case UNKNOWN -> ": no run of this night could show it";
        };
    }

    private static String seenBefore(ShapeTrend trend) {
        int runs = trend.all().notShown();
        return runs == 0 ? "" : ": in none of " + Numbers.counted(runs, "run") + " before";
    }

    private static String notSince(ShapeTrend trend) {
        return ": in " + trend.all().words() + " runs, in none of the last "
                + trend.since().judged();
    }

    private static String goneIf(ShapeTrend trend, double significance) {
        int runs = trend.runsToGone(significance, RUNS_MAX);
        return runs < RUNS_MAX ? "; gone if " + Numbers.counted(runs, "more run") + " without it follow" : "";
    }

    private static String chance(String what, ShapeTrend trend) {
        return what + String.format(Locale.ROOT, " (by chance: %.2g)", trend.chance());
    }

    private static String line(FigureChange change) {
        var trend = change.trend();
        return (change.isWorse() ? "worse" : "better") + "  " + change.cell() + ": "
                + change.figure().words() + " "
                + value(trend.before()) + " to " + value(trend.now()) + " since "
                + (trend.since() == 0 ? "this night" : Numbers.counted(trend.since(), "night") + " ago")
                + String.format(Locale.ROOT, " (by chance: %.2g)%n", trend.chance());
    }

    private static String value(double value) {
        return value >= 100 ? Numbers.count(Math.round(value)) : String.format(Locale.ROOT, "%.3g", value);
    }
}
