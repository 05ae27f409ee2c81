package moirai.exploration;

/**
 * What a transaction did once.
 *
 * @param statement of SQL that the step begins; empty if there is none
 * @param kind what was done
 * @param key of the store
 * @param value read or written
 * @param from of a read from another transaction, its number in the behaviour; -1 for the initial state; else -2
 */
public record ExploredStep(String statement, Kind kind, String key, Object value, int from) {

    /** Steps of transactions. */
    public enum Kind {
        READ("read"),
        READ_OWN("read-own"),
        WRITE("write");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** As in files. */
        public String label() {
            return label;
        }
    }
}
