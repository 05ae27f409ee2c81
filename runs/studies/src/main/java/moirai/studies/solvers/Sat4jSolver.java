package moirai.studies.solvers;

import moirai.directed.solving.Solver;
import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.ISolver;
import org.sat4j.specs.TimeoutException;

/** The solver sat4j, whose answers are compared with those of the usual one. */
public final class Sat4jSolver implements Solver {

    private final ISolver solver = SolverFactory.newDefault();
    private int variables;
    private boolean isContradictory;

    /** Creates a solver that never gives up, because its library has no limits but one of time. */
    public Sat4jSolver() {
        solver.setTimeout(Integer.MAX_VALUE);
    }

    @Override
    public int newVariable() {
        variables++;
        solver.newVar(variables);
        return variables - 1;
    }

    @Override
    public void clause(int... literals) {
        try {
            solver.addClause(numbers(literals));
        } catch (ContradictionException contradiction) {
            isContradictory = true;
        }
    }

    @Override
    public boolean isSatisfiable(int... assumptions) {
        try {
            return !isContradictory && solver.isSatisfiable(numbers(assumptions));
        } catch (TimeoutException timeout) {
            throw new IllegalStateException("sat4j gave up", timeout);
        }
    }

    @Override
    public boolean[] model() {
        boolean[] model = new boolean[variables];
        for (int number : solver.model()) {
            model[Math.abs(number) - 1] = number > 0;
        }
        return model;
    }

    /** Returns literals as numbers from 1 with a sign, as in DIMACS files. */
    private static VecInt numbers(int... literals) {
        var numbers = new VecInt();
        for (int literal : literals) {
            numbers.push((literal & 1) == 1 ? -(literal >> 1) - 1 : (literal >> 1) + 1);
        }
        return numbers;
    }
}
