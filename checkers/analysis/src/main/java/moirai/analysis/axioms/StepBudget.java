package moirai.analysis.axioms;

/**
 * The work that a search may do before it gives up. It counts steps, not time, so that the same history gets the same
 * verdict on any machine.
 *
 * @param steps elementary steps: looking at an edge, a constraint or a state; a core does some ten million a second
 */
public record StepBudget(long steps) {

    /** About a minute. */
    public static final StepBudget DEFAULT = new StepBudget(1_000_000_000L);

    public StepBudget {
        if (steps < 1) {
            throw new IllegalArgumentException("a budget of " + steps + " steps; expected at least 1");
        }
    }
}
