package moirai.runs.scenarios;

import java.util.Locale;
import moirai.runs.report.Numbers;
import moirai.runs.scenarios.statistics.Proportions;

/** The text of a scenario shrinking's result for people. */
public final class ScenarioText {

    private ScenarioText() {}

    /** Returns the result in a few lines. */
    public static String of(Shrinking found) {
        var text = new StringBuilder();
        line(text, "whole", found.whole().describe());
        if (found.isOfEvidence()) {
            line(text, "named", found.begin().scenario().describe() + ", by the evidence");
        }
        line(
                text,
                "again",
                found.first().words() + " attempts at "
                        + (found.isOfEvidence()
                                ? "what is named showed it; the whole was not executed again"
                                : "the whole showed it"));
        if (!found.isReproduced()) {
            line(text, "result", "not reproduced: nothing was shrunk" + (cut(found) ? ", " + CUT : ""));
        } else if (!found.isConfirmed()) {
            line(
                    text,
                    "result",
                    "not confirmed: of fresh attempts " + found.last().tally().words()
                            + " showed it, so "
                            + (found.isOfEvidence() ? "what the evidence names" : "the whole") + " is left"
                            + (cut(found) ? "; " + CUT : ""));
        } else {
            confirmed(text, found);
        }
        line(
                text,
                "effort",
                Numbers.counted(found.effort().attempts(), "attempt") + " in "
                        + Numbers.seconds(found.effort().elapsed()));
        return text.toString();
    }

    private static final String CUT = "the budget ended it";

    private static boolean cut(Shrinking found) {
        return found.effort().isCutShort();
    }

    private static void confirmed(StringBuilder text, Shrinking found) {
        line(
                text,
                "smallest",
                found.smallest().describe() + (cut(found) ? " (" + CUT + ": it may not be minimal)" : ""));
        String fresh = found.isMeasuredAtOnce() ? "" : "fresh ";
        line(text, "rate", found.last().tally().words() + " " + fresh + "attempts showed it" + range(found.last()));
        if (found.smallest().faults().isEmpty() && !found.whole().faults().isEmpty()) {
            line(text, "faults", "none is needed: it fails without any");
        }
        for (FaultNeed need : found.needs()) {
            String numbers =
                    need.without().words() + " without, " + need.with().words() + " with, p = " + chance(need.chance());
            line(
                    text,
                    need.isNeeded() ? "needed" : "left",
                    need.fault() + (need.isNeeded() ? "" : ", not shown to be needed") + ": " + numbers);
        }
    }

    /**
     * Returns the interval of the rate; it exists only for a number that was fixed before the first attempt, and for a
     * scenario that no other measure chose.
     */
    private static String range(Shrinking.Final last) {
        if (!last.isWhole()) {
            return "";
        }
        if (!last.isFirst()) {
            return " (chosen after other measures, so without an interval)";
        }
        Proportions.Range range = Proportions.range(last.tally());
        return String.format(
                Locale.ROOT, ": %.0f to %.0f %% (95 %%, Clopper-Pearson)", 100 * range.low(), 100 * range.high());
    }

    private static String chance(double chance) {
        return chance < 0.0001 ? "below 0.0001" : String.format(Locale.ROOT, "%.4f", chance);
    }

    private static void line(StringBuilder text, String label, String words) {
        text.append(String.format(Locale.ROOT, "%-10s %s%n", label, words));
    }
}
