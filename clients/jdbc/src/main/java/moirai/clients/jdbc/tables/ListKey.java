package moirai.clients.jdbc.tables;

/** The column by which a list is found. */
public enum ListKey implements Choice {
    /** The primary key. */
    PRIMARY,
    /** A second column with an index that is not unique. */
    SECONDARY,
    /** A second column without an index: every access reads the whole table, and conflicts with all of it. */
    SECONDARY_SCAN;

    /** Finds a value by its {@link #label}; the exception's message lists what is allowed. */
    public static ListKey parse(String text) {
        return Choice.parse("list key", text, values());
    }
}
