package moirai.runs.summary;

import moirai.history.Outcome;

/** The outcomes without their causes, by the names that Jepsen gives them. */
public enum OutcomeKind {
    /** The transaction committed. */
    OK("ok", 0),
    /** The transaction was aborted. */
    FAIL("fail", 1),
    /** Nobody knows. */
    INFO("info", 2);

    private final String label;
    private final int code;

    OutcomeKind(String label, int code) {
        this.label = label;
        this.code = code;
    }

    /** Returns the place of this kind in an array with one number for each. */
    int code() {
        return code;
    }

    /** Returns one word for programs. */
    public String label() {
        return label;
    }

    /** Returns the kind of an outcome. */
    public static OutcomeKind of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed how -> OK;
            case Outcome.Aborted how -> FAIL;
            case Outcome.Indeterminate how -> INFO;
        };
    }
}
