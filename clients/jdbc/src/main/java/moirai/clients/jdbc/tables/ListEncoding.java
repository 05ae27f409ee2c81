package moirai.clients.jdbc.tables;

/** The encoding of a list in its column. */
public enum ListEncoding implements Choice {
    /** {@code 1,2,3} in a text column. */
    TEXT("text"),
    /** A native array of integers. */
    ARRAY("array");

    private final String label;

    ListEncoding(String label) {
        this.label = label;
    }

    /** Finds a value by its {@link #label}; the exception's message lists what is allowed. */
    public static ListEncoding parse(String text) {
        return Choice.parse("list encoding", text, values());
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
