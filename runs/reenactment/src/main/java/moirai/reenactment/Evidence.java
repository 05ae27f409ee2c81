package moirai.reenactment;

/** The evidence by which an anomaly can be told from the same calls one after the other. */
public enum Evidence {
    /** The final rows: no serial order leaves these. */
    FINAL_STATE("final state", "No serial order of the calls leaves these rows."),
    /** The returned values: a serial order leaves the same rows, but none returns the same values as well. */
    HISTORY("history", "A serial order leaves these rows, but none returns the same as well."),
    /** Neither rows nor values: the cycle is there, and makes no observable difference with these values. */
    CYCLE("cycle", "A serial order returns and leaves the same: only who read from whom shows the cycle."),
    /** Unknown: there are more calls than are compared with every serial order. */
    NOT_COMPARED("cycle, not compared", "There are too many calls to compare this with every serial order of them.");

    private final String label;
    private final String sentence;

    Evidence(String label, String sentence) {
        this.label = label;
        this.sentence = sentence;
    }

    /**
     * Returns whether the rows or the returned values show the anomaly. If not, or if that is unknown, only the cycle
     * does.
     */
    public boolean isVisible() {
        return this == FINAL_STATE || this == HISTORY;
    }

    /** Returns a label of one to three words, for tables. */
    public String label() {
        return label;
    }

    /** Returns a sentence, for people. */
    public String sentence() {
        return sentence;
    }
}
