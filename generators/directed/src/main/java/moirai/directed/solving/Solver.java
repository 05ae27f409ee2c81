package moirai.directed.solving;

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

    /** Returns the value of each variable in the newest model; one that does not matter is false. */
    boolean[] model();
}
