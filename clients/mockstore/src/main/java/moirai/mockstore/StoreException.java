package moirai.mockstore;

/** Thrown when the store refuses a request; has the SQLSTATE that a database would give. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The SQLSTATE of a transaction that cannot commit at this level and should be tried again. */
    public static final String SERIALIZATION_FAILURE = "40001";

    private final String sqlState;
    private final Details details;

    /**
     * What PostgreSQL tells beside a message, for programs; each empty if it does not apply.
     *
     * @param detail a sentence, such as {@code Key (id)=(1) already exists.}
     * @param hint another one, of what to do
     * @param position of the error in the statement, in characters from 1
     */
    public record Details(
            String detail,
            String hint,
            String position,
            String schema,
            String table,
            String column,
            String constraint) {

        /** The value of an error without details. */
        public static final Details NONE = new Details("", "", "", "", "");

        /** Creates the details of a constraint. */
        public Details(String detail, String schema, String table, String column, String constraint) {
            this(detail, "", "", schema, table, column, constraint);
        }

        private Details withPosition(String other) {
            return new Details(detail, hint, other, schema, table, column, constraint);
        }

        /** Returns these details with a hint. */
        public Details withHint(String words) {
            return new Details(detail, words, position, schema, table, column, constraint);
        }
    }

    public StoreException(String sqlState, String message) {
        this(sqlState, message, Details.NONE);
    }

    public StoreException(String sqlState, String message, Details details) {
        super(message);
        this.sqlState = sqlState;
        this.details = details;
    }

    /** Returns what is told beside the message. */
    public Details details() {
        return details;
    }

    /** Returns this error of a statement that is only a part of the client's, so that its position means nothing. */
    public StoreException withoutPosition() {
        return at("");
    }

    /**
     * Returns this error of a statement that stands in another one.
     *
     * @param characters the number of characters before it
     */
    public StoreException behind(int characters) {
        return details.position.isEmpty() ? this : at(String.valueOf(Integer.parseInt(details.position) + characters));
    }

    private StoreException at(String position) {
        var elsewhere = new StoreException(sqlState, String.valueOf(getMessage()), details.withPosition(position));
        elsewhere.initCause(this);
        return elsewhere;
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
