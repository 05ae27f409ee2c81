package moirai.directed.solving;

import java.util.stream.IntStream;
import org.logicng.collections.LNGIntVector;
import org.logicng.datastructures.Tristate;
import org.logicng.handlers.SATHandler;
import org.logicng.solvers.sat.MiniSat2Solver;
import org.logicng.solvers.sat.MiniSatConfig;

/** A solver by LogicNG's port of MiniSat; its literals are those of {@link Solver}. */
final class LogicNgSolver implements Solver {

    /**
     * The most conflicts in a question with wishes. Most such questions of the published benchmarks have none, one in
     * ten has some dozens, and a few have tens of thousands.
     */
    private static final int CONFLICTS_MAX = 300;

    private final Preferring solver = new Preferring();

    /** The solver with an order of decisions by literals; the library's own method takes names. */
    private static final class Preferring extends MiniSat2Solver {

        Preferring() {
            // The incremental mode of the library can restore an earlier formula, and forgets no learnt clause for
            // that.
            super(MiniSatConfig.builder().incremental(false).build());
        }

        /**
         * Decides these literals before any others, in their order, each to hold. After a conflict the library goes
         * back to the place in the order that has the number of the level. Assumptions have levels, too, so they come
         * first.
         */
        void prefer(int[] assumptions, IntStream wishes) {
            selectionOrder.clear();
            IntStream.concat(IntStream.of(assumptions), wishes).forEach(selectionOrder::push);
        }
    }

    /** Ends a question after so many conflicts. */
    private static final class Patience implements SATHandler {

        private int conflicts;

        @Override
        public void started() {
            conflicts = 0;
        }

        @Override
        public boolean aborted() {
            return conflicts > CONFLICTS_MAX;
        }

        @Override
        public boolean detectedConflict() {
            conflicts++;
            return !aborted();
        }

        @Override
        public void finishedSolving() {}
    }

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

    /**
     * {@inheritDoc}
     *
     * <p>One question: if each wish is decided before everything that comes after it, it is false only where what was
     * decided before it implies that. Source: Giunchiglia and Maratea, Solving satisfiability problems with preferences
     * (2010). If the question has too many conflicts, one with half of the wishes follows.
     */
    @Override
    public boolean isSatisfiable(int[] assumptions, int[] wishes) {
        var answer = Tristate.UNDEF;
        for (int count = wishes.length; count > 0 && answer == Tristate.UNDEF; count /= 2) {
            solver.prefer(assumptions, IntStream.of(wishes).limit(count));
            answer = solver.solve(new Patience(), new LNGIntVector(assumptions.clone()));
        }
        solver.resetSelectionOrder();
        return answer == Tristate.UNDEF ? isSatisfiable(assumptions) : answer == Tristate.TRUE;
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
