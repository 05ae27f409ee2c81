package moirai.runs.report;

import moirai.analysis.counters.BankRules;
import moirai.analysis.counters.ReadCounts;
import moirai.analysis.sets.ElementCounts;
import moirai.history.History;

/** The lines about the fate of the elements of sets, and about how much reads of counters could have shown. */
public final class StructureText {

    private StructureText() {}

    /**
     * Returns the lines, each of which ends with a line feed; empty for lists and registers.
     *
     * @param given the rules for accounts that the history was judged by
     */
    public static String of(History history, BankRules given) {
        return switch (history.dataModel()) {
            case LIST_APPEND, REGISTER -> "";
            case SET -> VerdictText.entry("elements", elements(ElementCounts.of(history)));
            case COUNTER -> counters(ReadCounts.of(history, given));
        };
    }

    private static String elements(ElementCounts counts) {
        return Numbers.count(counts.ok()) + " ok · " + Numbers.count(counts.lost()) + " lost · "
                + Numbers.count(counts.stale()) + " stale · " + Numbers.count(counts.neverRead()) + " never read · "
                + Numbers.count(counts.recovered()) + " recovered · " + Numbers.count(counts.unexpected())
                + " unexpected";
    }

    private static String counters(ReadCounts counts) {
        String model = counts.mayBeBank()
                ? VerdictText.entry(
                        "model",
                        "counters, which begin at 0; transactions only move amounts between them, so if they are"
                                + " accounts, which begin at any balance, say --model bank, and else --model counter")
                : "";
        return VerdictText.entry("reads", reads(counts)) + model;
    }

    private static String reads(ReadCounts counts) {
        String keys = counts.isBank() ? "account" : "counter";
        return Numbers.count(counts.whole()) + " of every " + keys + " · " + Numbers.count(counts.partial())
                + " of some "
                + keys + "s" + (counts.isBank() ? " (no total)" : "") + " · " + Numbers.count(counts.unanswered())
                + " without an answer";
    }
}
