package moirai.runs.serve.pages;

import java.util.Locale;
import moirai.runs.report.Blame;
import moirai.runs.store.RunSummary;

/** The kind of a verdict that decides on its sign and its colour. Both repeat what the words beside them say. */
enum Standing {
    VALID("✓"),
    DATABASE_BUG("✗"),
    EXPECTATION("▲"),
    /** The expected level is broken, and no cause is proven. */
    UNCLEAR("?"),
    /** The run was judged and shows nothing. */
    UNDECIDED("~"),
    NOT_ENDED("–");

    private final String sign;

    Standing(String sign) {
        this.sign = sign;
    }

    static Standing of(RunSummary.Ending ending) {
        return switch (ending.verdict()) {
            case "VALID" -> VALID;
            case "INVALID" ->
                switch (Blame.of(ending.meaning())) {
                    case DATABASE -> DATABASE_BUG;
                    case EXPECTATION -> EXPECTATION;
                    case UNPROVEN, DOCUMENTED, UNKNOWN -> UNCLEAR;
                };
            // The word of any other exit code, which a newer version may have added to.
            default -> UNDECIDED;
        };
    }

    /** Returns a text such as {@code INVALID: database bug}. */
    static String words(RunSummary.Ending ending) {
        boolean isExplained =
                ending.verdict().equals("INVALID") && !ending.meaning().isEmpty();
        return isExplained
                ? ending.verdict() + ": " + Blame.of(ending.meaning()).words()
                : ending.verdict();
    }

    /** Returns whether a run of this standing could have shown an anomaly that it did not show. */
    boolean isTelling() {
        return switch (this) {
            case VALID, DATABASE_BUG, EXPECTATION, UNCLEAR -> true;
            case UNDECIDED, NOT_ENDED -> false;
        };
    }

    String sign() {
        return sign;
    }

    /** Returns the class of the style sheet. */
    String style() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the sign in its colour, followed by the words. */
    String badge(String words) {
        return "<span class=\"badge " + style() + "\"><b aria-hidden=\"true\">" + sign + "</b> " + Frame.escaped(words)
                + "</span>";
    }
}
