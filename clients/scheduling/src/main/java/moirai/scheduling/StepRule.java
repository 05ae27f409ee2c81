package moirai.scheduling;

/** Which statements are steps of their own; others belong to the step before them, and are not held. */
@FunctionalInterface
public interface StepRule {

    /** Every statement is a step. */
    StepRule EVERY_STATEMENT = (sql, before) -> true;

    /**
     * Whether a statement begins a step.
     *
     * @param before the transaction's statement before this one; empty for none
     */
    boolean begins(String sql, String before);
}
