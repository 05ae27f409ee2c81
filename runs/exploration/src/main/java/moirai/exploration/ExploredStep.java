package moirai.exploration;

/**
 * A step of a transaction.
 *
 * @param statement the SQL statement that begins with this step; empty if none does
 * @param kind the kind of the step
 * @param key of the store; empty if there is none
 * @param value the value that was read or written
 * @param from for a read from another transaction, the number of that transaction in the behaviour; {@link #FROM_START}
 *    for a read of the initial state; {@link #FROM_NOBODY} for any other step
 */
public record ExploredStep(String statement, Kind kind, String key, Object value, int from) {

    /** The value of {@link #from} for a read of the initial state. */
    public static final int FROM_START = -1;

    /** The value of {@link #from} for a step that reads nothing from outside its transaction. */
    public static final int FROM_NOBODY = -2;

    /** The kind of a step. */
    public enum Kind {
        /** A read of a value of another transaction, or of the initial state. */
        READ("read"),
        /** A read that also keeps others from writing or locking the key until the transaction ends. */
        READ_LOCKING("read-locking"),
        /** A read of a value that the transaction itself has written or locked. */
        READ_OWN("read-own"),
        WRITE("write"),
        /** A statement that reads and writes nothing, such as a query that finds no row. */
        STATEMENT("statement"),
        /** A statement begins to wait for a lock of another transaction. */
        WAIT("wait"),
        /** A return to a savepoint. The value is the number, from 0, of the first step that is undone. */
        TAKE_BACK("take-back");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns whether a step of this kind reads from outside its transaction. */
        public boolean isExternal() {
            return this == READ || this == READ_LOCKING;
        }

        /** Returns the name of this kind in files. */
        public String label() {
            return label;
        }
    }
}
