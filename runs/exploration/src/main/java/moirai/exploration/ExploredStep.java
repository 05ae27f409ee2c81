package moirai.exploration;

/**
 * What a transaction did once.
 *
 * @param statement of SQL that the step begins; empty if there is none
 * @param kind what was done
 * @param key of the store; empty if there is none
 * @param value read or written
 * @param from of a read from another transaction, its number in the behaviour; {@link #FROM_START} for the initial
 *     state; {@link #FROM_NOBODY} of any other step
 */
public record ExploredStep(String statement, Kind kind, String key, Object value, int from) {

    /** The value of {@link #from} if the value was there before all transactions. */
    public static final int FROM_START = -1;

    /** The value of {@link #from} if nothing is read from others. */
    public static final int FROM_NOBODY = -2;

    /** A kind of steps. */
    public enum Kind {
        /** A read of a value of another transaction, or of the initial state. */
        READ("read"),
        /** A read of that kind that keeps others from writing or locking the key until the transaction ends. */
        READ_LOCKING("read-locking"),
        /** A read of a value that the transaction itself has written or locked. */
        READ_OWN("read-own"),
        WRITE("write"),
        /** A return to a savepoint. The value is the number, from 0, of the first step that is taken back. */
        TAKE_BACK("take-back");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Decides whether a step of this kind reads from outside of the transaction. */
        public boolean isExternal() {
            return this == READ || this == READ_LOCKING;
        }

        /** Returns the name in files. */
        public String label() {
            return label;
        }
    }
}
