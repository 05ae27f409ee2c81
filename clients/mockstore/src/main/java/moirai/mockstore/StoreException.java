package moirai.mockstore;

/** The store refuses, with the SQLSTATE that a database would give. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The transaction cannot commit at this level: try it again. */
    public static final String SERIALIZATION_FAILURE = "40001";

    private final String sqlState;

    public StoreException(String sqlState, String message) {
        super(message);
        this.sqlState = sqlState;
    }

    /** Five characters, as in PostgreSQL's appendix "Error Codes". */
    public String sqlState() {
        return sqlState;
    }

    /** Whether the same transaction may succeed when it is tried again. */
    public boolean isConflict() {
        return sqlState.startsWith("40");
    }
}
