package moirai.history;

/** The outcome of a transaction, as far as its client could tell. */
public sealed interface Outcome {

    /** The database acknowledged the commit: every append and write took effect exactly once. */
    record Committed() implements Outcome {}

    /**
     * The database refused: no append or write took effect, and no read may ever return one.
     *
     * @param cause SQLSTATE or the database's own error code, or {@code as planned}
     */
    record Aborted(String cause) implements Outcome {

        /** The outcome of a transaction that its session was asked to roll back, and did. */
        public static final Aborted AS_PLANNED = new Aborted("as planned");
    }

    /**
     * No usable answer arrived: what was written may exist, may not, or may appear later.
     *
     * @param cause SQLSTATE, the database's own error code, or {@code unfinished} for a run that was killed
     */
    record Indeterminate(String cause) implements Outcome {

        /** The outcome of a transaction whose end was not recorded: the run was killed, or goes on. */
        public static final Indeterminate UNFINISHED = new Indeterminate("unfinished");
    }

    /** Returns whether another transaction may observe what was written without that being an anomaly. */
    default boolean mayHaveTakenEffect() {
        return switch (this) {
            case Committed committed -> true;
            case Indeterminate indeterminate -> true;
            case Aborted aborted -> false;
        };
    }

    /** Returns whether it is unknown if what was written exists. */
    default boolean isIndeterminate() {
        return this instanceof Indeterminate;
    }
}
