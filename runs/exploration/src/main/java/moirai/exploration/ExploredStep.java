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

    /** In {@link #from}: what is read was there before all transactions. */
    public static final int FROM_START = -1;

    /** In {@link #from}: nothing is read from others. */
    public static final int FROM_NOBODY = -2;

    /** Steps of transactions. */
    public enum Kind {
        /** Of what another transaction has written, or of the initial state. */
        READ("read"),
        /** The same, and nobody else writes or locks the key until the transaction ends. */
        READ_LOCKING("read-locking"),
        /** Of what the transaction itself has written or locked. */
        READ_OWN("read-own"),
        WRITE("write"),
        /** What was written since a savepoint is taken back; the value says from which of the steps on, from 0. */
        TAKE_BACK("take-back");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Whether it is from outside of the transaction. */
        public boolean isExternal() {
            return this == READ || this == READ_LOCKING;
        }

        /** As in files. */
        public String label() {
            return label;
        }
    }
}
