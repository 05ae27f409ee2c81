package moirai.runs.teeth;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import moirai.runs.report.Numbers;
import moirai.runs.report.Wrapping;
import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/** The teeth of a history for a terminal or a log, in 80 columns. */
public final class TeethText {

    private static final String ROW = "  %-18s %9s  %-16s %s%n";

    private TeethText() {}

    /** Returns a table of what was noticed, what each row means, and what would sharpen the dull ones. */
    public static String of(Teeth teeth) {
        var text = new StringBuilder(
                "teeth at " + teeth.level().label() + ": of bugs that are planted once, how many a check finds\n");
        text.append(ROW.formatted("bug", "noticed", "95 % interval", "opportunities"));
        for (Mutation mutation : Mutation.values()) {
            Bite bite = teeth.bites().get(mutation);
            if (bite != null) {
                text.append(row(mutation, bite));
            }
        }
        for (Mutation mutation : teeth.dull()) {
            text.append(Wrapping.hanging(
                    "dull     " + mutation.label() + ", " + mutation.words() + ": " + advice(mutation, teeth.bites())));
        }
        return text.toString();
    }

    private static String row(Mutation mutation, Bite bite) {
        Tally noticed = bite.noticed();
        if (noticed.judged() == 0) {
            return ROW.formatted(mutation.label(), "none", "", share(bite.opportunities()));
        }
        Proportions.Range range = Proportions.range(noticed);
        return ROW.formatted(
                mutation.label(),
                noticed.shown() + " of " + noticed.judged(),
                String.format(Locale.ROOT, "%.0f to %.0f %%", 100 * range.low(), 100 * range.high()),
                share(bite.opportunities()));
    }

    private static String share(Tally opportunities) {
        return opportunities.judged() == 0
                ? "no transaction"
                : Numbers.percent((double) opportunities.shown() / opportunities.judged()) + " of transactions";
    }

    private static String advice(Mutation mutation, Map<Mutation, Bite> bites) {
        Bite bite = bites.get(mutation);
        boolean isRare = bite == null || bite.noticed().judged() == 0;
        List<String> advice = isRare
                ? List.of("no transaction of the run could have shown it", remedy(mutation))
                : List.of("others seldom read what it changes", "fewer keys, more reads or --final-reads sharpen it");
        return String.join("; ", advice);
    }

    private static String remedy(Mutation mutation) {
        return switch (mutation) {
            case LOST_APPEND, LOST_TRANSACTION -> "it needs transactions that append";
            case STALE_READ -> "it needs transactions that only read, and keys that are read again after a commit";
            case FRACTURED_READ -> "it needs longer transactions on fewer keys";
            case LOST_UPDATE -> "it needs transactions that read a key before they append to it";
            case SWAPPED_ELEMENTS -> "it needs reads of keys with two appends or more";
        };
    }
}
