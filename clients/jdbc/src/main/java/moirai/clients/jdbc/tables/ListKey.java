package moirai.clients.jdbc.tables;

/** The column by which a list is found. */
public enum ListKey implements Choice {
    /** The primary key. */
    PRIMARY("primary"),
    /** A second column with an index that is not unique. */
    SECONDARY("secondary"),
    /** A second column without an index: every access reads the whole table, and conflicts with all of it. */
    SECONDARY_SCAN("secondary-scan");

    private final String label;

    ListKey(String label) {
        this.label = label;
    }

    /** Finds a value by its {@link #label}; the exception's message lists what is allowed. */
    public static ListKey parse(String text) {
        return Choice.parse("list key", text, values());
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public String toString() {
        return label;
    }
}
