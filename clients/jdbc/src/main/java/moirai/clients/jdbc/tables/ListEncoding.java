package moirai.clients.jdbc.tables;

/** The encoding of a list in its column. */
public enum ListEncoding implements Choice {
    /** {@code 1,2,3} in a text column. */
    TEXT,
    /** A native array of integers. */
    ARRAY;

    /** Finds a value by its {@link #label}; the exception's message lists what is allowed. */
    public static ListEncoding parse(String text) {
        return Choice.parse("list encoding", text, values());
    }
}
