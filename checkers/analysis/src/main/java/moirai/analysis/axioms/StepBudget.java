package moirai.analysis.axioms;

/**
 * The work that a search may do before it gives up. It counts steps, not time, so that the same history gets the same
 * verdict on any machine.
 *
 * @param steps elementary steps: looking at an edge, a constraint or a state; a core does some ten million a second
 * @param perTxn the steps for each transaction of a history that is so large that this is more
 */
public record StepBudget(long steps, long perTxn) {

    /** About a minute. What is derived without any search takes up to 2,000 steps a transaction. */
    public static final StepBudget DEFAULT = new StepBudget(1_000_000_000L, 10_000);

    /** Creates a budget that is the same for histories of any size. */
    public StepBudget(long steps) {
        this(steps, 0);
    }

    public StepBudget {
        if (steps < 1) {
            throw new IllegalArgumentException("a budget of " + steps + " steps; expected at least 1");
        }
    }

    /** Returns the budget of a decision about so many transactions. */
    public StepBudget ofTxns(int txnCount) {
        return new StepBudget(Math.max(steps, perTxn * txnCount));
    }
}
