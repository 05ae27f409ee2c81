package moirai.mockstore;

/** Thrown when the store refuses a request; has the SQLSTATE that a database would give. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The SQLSTATE of a transaction that cannot commit at this level and should be tried again. */
    public static final String SERIALIZATION_FAILURE = "40001";

    private final String sqlState;

    public StoreException(String sqlState, String message) {
        super(message);
        this.sqlState = sqlState;
    }

    /** Returns the SQLSTATE: five characters, as in PostgreSQL's appendix "Error Codes". */
    public String sqlState() {
        return sqlState;
    }

    /** Returns whether the same transaction may succeed when it is tried again. */
    public boolean isConflict() {
        return sqlState.startsWith("40");
    }

    /** Returns the exception of a transaction that cannot commit at a level. */
    static StoreException conflict(String level) {
        return new StoreException(
                SERIALIZATION_FAILURE, "could not serialize access at " + level + ": try the transaction again");
    }

    /** Returns the exception of a transaction that waits, through others, for itself. */
    static StoreException deadlock(int txn, Object key) {
        return new StoreException(
                "40P01",
                "deadlock: T" + txn + " and others wait for each other's keys, one of which is " + key
                        + ": try the transaction again");
    }
}
