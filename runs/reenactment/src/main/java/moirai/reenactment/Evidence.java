package moirai.reenactment;

/** By what an anomaly can be told from the same calls one after the other. */
public enum Evidence {
    /** The rows in the end: no serial order leaves these. */
    FINAL_STATE("final state", "No serial order of the calls leaves these rows."),
    /** What was returned: a serial order leaves the same rows, but none returns the same as well. */
    HISTORY("history", "A serial order leaves these rows, but none returns the same as well."),
    /** Neither: the cycle is there, and makes no difference to anybody with these values. */
    CYCLE("cycle", "A serial order returns and leaves the same: only who read from whom shows the cycle."),
    /** Unknown: there are more calls than serial orders are tried of. */
    NOT_COMPARED("cycle, not compared", "There are too many calls to compare this with every serial order of them.");

    private final String label;
    private final String sentence;

    Evidence(String label, String sentence) {
        this.label = label;
        this.sentence = sentence;
    }

    /** Whether the rows or what was returned tell it; where not, or where that is unknown, only the cycle does. */
    public boolean isVisible() {
        return this == FINAL_STATE || this == HISTORY;
    }

    /** One to three words, for tables. */
    public String label() {
        return label;
    }

    /** A sentence, for people. */
    public String sentence() {
        return sentence;
    }
}
