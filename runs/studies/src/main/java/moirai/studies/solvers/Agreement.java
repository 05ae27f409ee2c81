package moirai.studies.solvers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import moirai.directed.encoding.Setting;
import moirai.directed.solving.Solver;

/**
 * Solvers that give each question to the usual one and to sat4j, and how often both said what. A model is held against
 * all clauses and assumptions, so that "satisfiable" has a witness and needs no trust. For any number of threads, each
 * with a solver of its own. Costs the time of both solvers, and of a look at each clause for each model.
 */
public final class Agreement {

    private final LongAdder satisfiable = new LongAdder();
    private final LongAdder unsatisfiable = new LongAdder();

    /** Nothing was asked yet. */
    public Agreement() {}

    /** The usual setting with such solvers. */
    public Setting setting() {
        return Setting.USUAL.by(this::solver);
    }

    /** A new solver, which throws IllegalStateException where the two disagree or a model is none. */
    public Solver solver() {
        return between(Solver.usual(), new Sat4jSolver());
    }

    /** The first one's models are shown. */
    Solver between(Solver first, Solver second) {
        return new Both(first, second);
    }

    /** How many questions both called satisfiable, with a model that is one. */
    public long satisfiable() {
        return satisfiable.sum();
    }

    /** How many questions both called unsatisfiable. */
    public long unsatisfiable() {
        return unsatisfiable.sum();
    }

    private final class Both implements Solver {

        private final Solver first;
        private final Solver second;
        private final List<int[]> clauses = new ArrayList<>();
        private boolean[] model = new boolean[0];

        Both(Solver first, Solver second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public int newVariable() {
            int variable = first.newVariable();
            require(second.newVariable() == variable, "number variables differently");
            return variable;
        }

        @Override
        public void clause(int... literals) {
            clauses.add(literals.clone());
            first.clause(literals);
            second.clause(literals);
        }

        @Override
        public boolean isSatisfiable(int... assumptions) {
            boolean isSatisfiable = first.isSatisfiable(assumptions);
            require(second.isSatisfiable(assumptions) == isSatisfiable, "disagree on " + Arrays.toString(assumptions));
            if (!isSatisfiable) {
                unsatisfiable.increment();
                return false;
            }
            satisfiable.increment();
            model = first.model();
            require(isModel(model, assumptions), "agree, but the first one's model is none");
            require(isModel(second.model(), assumptions), "agree, but the second one's model is none");
            return true;
        }

        private boolean isModel(boolean[] values, int... assumptions) {
            return Arrays.stream(assumptions).allMatch(literal -> holds(values, literal))
                    && clauses.stream()
                            .allMatch(clause -> Arrays.stream(clause).anyMatch(literal -> holds(values, literal)));
        }

        private static boolean holds(boolean[] values, int literal) {
            return values[literal >> 1] ^ ((literal & 1) == 1);
        }

        @Override
        public boolean[] model() {
            return model.clone();
        }

        private void require(boolean condition, String what) {
            if (!condition) {
                throw new IllegalStateException("two solvers " + what + ", after " + clauses.size() + " clauses");
            }
        }
    }
}
