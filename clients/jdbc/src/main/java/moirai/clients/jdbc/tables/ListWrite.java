package moirai.clients.jdbc.tables;

/** The way in which an append treats a list that may not exist yet. */
public enum ListWrite implements Choice {
    /** One INSERT … ON CONFLICT DO UPDATE, or the database's equivalent. */
    UPSERT,
    /**
     * An UPDATE, then an INSERT behind a savepoint if there was no row, then an UPDATE if another session was faster.
     */
    UPDATE_INSERT;

    /** Finds a value by its {@link #label}; the exception's message lists what is allowed. */
    public static ListWrite parse(String text) {
        return Choice.parse("list write", text, values());
    }
}
