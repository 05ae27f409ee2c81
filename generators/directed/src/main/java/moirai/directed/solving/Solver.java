package moirai.directed.solving;

import java.util.Arrays;

/**
 * A SAT solver that is asked again and again while clauses are added.
 *
 * <p>Variables are numbered from 0; the literal 2v is variable v and 2v + 1 is its opposite. Single-threaded. The same
 * calls in the same order give the same answers and the same models.
 */
public interface Solver {

    /** Returns the solver that is used if no other one is named. */
    static Solver usual() {
        return new LogicNgSolver();
    }

    /** Creates a new variable and returns its number: the smallest that is not in use. */
    int newVariable();

    /** Requires that at least one of the literals, of which there is at least one, holds from now on. */
    void clause(int... literals);

    /** Decides whether all clauses can hold together with the assumptions. Keeps the model if so. */
    boolean isSatisfiable(int... assumptions);

    /**
     * Decides whether all clauses can hold together with the assumptions, and keeps a model with as many of the wishes
     * as possible, earlier ones first: each wish holds unless the assumptions and the granted ones before it forbid it.
     * Which wishes hold is therefore the same with every solver, except where one gives up later ones because too much
     * work would be needed.
     *
     * <p>Cost of this implementation: a question, and one for each wish that the newest model does not fulfil by
     * chance.
     */
    default boolean isSatisfiable(int[] assumptions, int[] wishes) {
        if (!isSatisfiable(assumptions)) {
            return false;
        }
        boolean[] model = model();
        int[] granted = Arrays.copyOf(assumptions, assumptions.length + wishes.length);
        int count = assumptions.length;
        for (int wish : wishes) {
            granted[count] = wish;
            if (model[wish >> 1] ^ (wish & 1) == 1) {
                count++;
            } else if (isSatisfiable(Arrays.copyOf(granted, count + 1))) {
                model = model();
                count++;
            }
        }
        // The last question may have been refused, which leaves no model.
        return isSatisfiable(Arrays.copyOf(granted, count));
    }

    /** Returns the value of each variable in the newest model; one that does not matter is false. */
    boolean[] model();
}
