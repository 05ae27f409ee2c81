package moirai.history;

/**
 * An event in the life of a fault, while sessions ran.
 *
 * @param nanos when, in nanoseconds since the run began
 * @param fault what was done, for example {@code kill}
 * @param target to whom, for example a node's name
 */
public record FaultEvent(long nanos, Phase phase, String fault, String target) {

    /** The end of the target's text for an event that the cluster caused by itself, such as a failover. */
    public static final String BY_ITSELF = ", by itself";

    /** Returns whether the cluster caused the event by itself. */
    public boolean isByItself() {
        return target.endsWith(BY_ITSELF);
    }

    /** A phase in the life of a fault. Codes are part of the file format. */
    public enum Phase {
        INJECTED(1),
        HEALED(2);

        private final int code;

        Phase(int code) {
            this.code = code;
        }

        /** Returns the number of this phase in a file. */
        public int code() {
            return code;
        }

        /**
         * Returns the phase with this code.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Phase ofCode(int code) {
            return switch (code) {
                case 1 -> INJECTED;
                case 2 -> HEALED;
                default -> throw new IllegalArgumentException("fault phase " + code + "; known are 1 and 2");
            };
        }
    }
}
