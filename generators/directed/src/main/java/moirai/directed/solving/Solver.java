package moirai.directed.solving;

/**
 * A SAT solver that is asked again and again while clauses are added.
 *
 * <p>Variables are numbered from 0; the literal 2v is variable v and 2v + 1 is its opposite. Single-threaded. The same
 * calls in the same order give the same answers and the same models.
 */
public interface Solver {

    /** The solver that is used where no other one is named. */
    static Solver usual() {
        return new LogicNgSolver();
    }

    /** A new variable: the smallest number that is none yet. */
    int newVariable();

    /** At least one of the literals holds from now on. There is at least one. */
    void clause(int... literals);

    /** Whether all clauses can hold together with the assumptions. Keeps the model if so. */
    boolean isSatisfiable(int... assumptions);

    /** The value of each variable in the newest model; one that does not matter is false. */
    boolean[] model();
}
