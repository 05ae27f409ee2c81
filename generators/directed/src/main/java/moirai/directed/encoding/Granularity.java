package moirai.directed.encoding;

/** The unit in which writes are seen and ordered. */
public enum Granularity {
    /** Single statements, as far as the levels do not forbid it. Source: CLOTHO (2019), section 5. */
    STATEMENTS("statements one by one"),
    /** Single statements, and those that change or lock several rows in as many steps, where levels allow that. */
    ROWS("statements one by one, some row by row"),
    /**
     * Whole transactions: a transaction is seen with all of its writes or not at all, and sees the same in all of its
     * statements, its own earlier writes included. An assumption where the level does not promise that. Source: Nagar,
     * Jagannathan, Automated Detection of Serializability Violations under Weak Consistency (2018), section 3.
     */
    TRANSACTIONS("transactions as wholes");

    private final String text;

    Granularity(String text) {
        this.text = text;
    }

    /** Returns the granularity in words, as it stands beside an answer. */
    public String text() {
        return text;
    }
}
