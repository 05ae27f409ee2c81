package moirai.directed.specification;

/** The things that the variables of a specification stand for. */
public enum Unit {
    /**
     * Whole transactions: each transaction at the level is promised that others are seen with all of their writes or
     * not at all, and by all of its statements alike.
     */
    TRANSACTIONS("transactions"),
    /** Single statements, of one transaction or of several. */
    STATEMENTS("statements");

    private final String word;

    Unit(String word) {
        this.word = word;
    }

    /** Returns the word in a text. */
    public String word() {
        return word;
    }
}
