package moirai.clients.jdbc.tables;

/** How an append treats a list that may not be there yet. */
public enum ListWrite implements Choice {
    /** One INSERT … ON CONFLICT DO UPDATE, or what a database has for that. */
    UPSERT("upsert"),
    /** An UPDATE, then an INSERT behind a savepoint if there was no row, then an UPDATE if somebody was faster. */
    UPDATE_INSERT("update-insert");

    private final String label;

    ListWrite(String label) {
        this.label = label;
    }

    /** Finds it by its {@link #label}; the exception's message lists what is allowed. */
    public static ListWrite parse(String text) {
        return Choice.parse("list write", text, values());
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
