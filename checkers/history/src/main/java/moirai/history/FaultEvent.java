package moirai.history;

/**
 * Something that was done to the cluster while sessions ran.
 *
 * @param nanos when, in nanoseconds since the run began
 * @param fault what was done, for example {@code kill}
 * @param target to whom, for example a node's name
 */
public record FaultEvent(long nanos, Phase phase, String fault, String target) {

    /** How the target ends of what nobody did to the cluster: it did that by itself, such as a failover. */
    public static final String BY_ITSELF = ", by itself";

    /** Whether the cluster did that by itself. */
    public boolean isByItself() {
        return target.endsWith(BY_ITSELF);
    }

    /** The life of a fault. Codes are part of the file format. */
    public enum Phase {
        INJECTED(1),
        HEALED(2);

        private final int code;

        Phase(int code) {
            this.code = code;
        }

        /** What stands for this phase in a file. */
        public int code() {
            return code;
        }

        /**
         * The phase with this code.
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
