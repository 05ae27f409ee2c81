package moirai.clients.jdbc.tables;

/** The lock that a read takes. */
public enum ReadLock implements Choice {
    /** A plain SELECT. */
    NONE,
    /** SELECT … FOR UPDATE. */
    FOR_UPDATE;

    /** Finds a value by its {@link #label}; the exception's message lists what is allowed. */
    public static ReadLock parse(String text) {
        return Choice.parse("read lock", text, values());
    }
}
