package moirai.exploration;

/**
 * What a transaction did once.
 *
 * @param statement of SQL that the step begins; empty if there is none
 * @param kind what was done
 * @param key of the store; empty if there is none
 * @param value read or written
 * @param from of a read from another transaction, its number in the behaviour; -1 for the initial state; else -2
 */
public record ExploredStep(String statement, Kind kind, String key, Object value, int from) {

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
