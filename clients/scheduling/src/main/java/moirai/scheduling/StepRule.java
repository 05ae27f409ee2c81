package moirai.scheduling;

/**
 * The rule that says which statements are steps of their own. Other statements belong to the step before them, and are
 * not held.
 */
@FunctionalInterface
public interface StepRule {

    /** The rule by which every statement is a step. */
    StepRule EVERY_STATEMENT = (sql, before) -> true;

    /**
     * Decides whether a statement begins a step.
     *
     * @param before the transaction's statement before this one; empty for none
     */
    boolean begins(String sql, String before);
}
