package moirai.clients.jdbc.tables;

/** The lock that a read takes. */
public enum ReadLock implements Choice {
    /** A plain SELECT. */
    NONE("none"),
    /** SELECT … FOR UPDATE. */
    FOR_UPDATE("for-update");

    private final String label;

    ReadLock(String label) {
        this.label = label;
    }

    /** Finds a value by its {@link #label}; the exception's message lists what is allowed. */
    public static ReadLock parse(String text) {
        return Choice.parse("read lock", text, values());
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
