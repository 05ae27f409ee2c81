package moirai.directed.solving;

import org.logicng.collections.LNGIntVector;
import org.logicng.datastructures.Tristate;
import org.logicng.solvers.sat.MiniSat2Solver;
import org.logicng.solvers.sat.MiniSatStyleSolver;

/** A solver by LogicNG's port of MiniSat; its literals are those of {@link Solver}. */
final class LogicNgSolver implements Solver {

    private final MiniSatStyleSolver solver = new MiniSat2Solver();

    @Override
    public int newVariable() {
        return solver.newVar(true, true);
    }

    @Override
    public void clause(int... literals) {
        solver.addClause(new LNGIntVector(literals.clone()), null);
    }

    @Override
    public boolean isSatisfiable(int... assumptions) {
        return solver.solve(null, new LNGIntVector(assumptions.clone())) == Tristate.TRUE;
    }

    @Override
    public boolean[] model() {
        boolean[] model = new boolean[solver.model().size()];
        for (int i = 0; i < model.length; i++) {
            model[i] = solver.model().get(i);
        }
        return model;
    }
}
