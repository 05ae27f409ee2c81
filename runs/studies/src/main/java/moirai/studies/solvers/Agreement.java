package moirai.studies.solvers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import moirai.directed.encoding.Setting;
import moirai.directed.solving.Solver;

/**
 * A comparison of the usual solver with sat4j. Its solvers give each question to both, and count the common answers. A
 * model is checked against all clauses and assumptions, so that the answer "satisfiable" has a witness. Any number of
 * threads may use it, each with a solver of its own. It costs the time of both solvers, and of reading all clauses for
 * each model.
 */
public final class Agreement {

    private final LongAdder satisfiable = new LongAdder();
    private final LongAdder unsatisfiable = new LongAdder();

    /** Creates a comparison without questions. */
    public Agreement() {}

    /** Returns the usual setting with such solvers. */
    public Setting setting() {
        return Setting.USUAL.by(this::solver);
    }

    /** Returns a new solver, which throws IllegalStateException if the two disagree or a model violates a clause. */
    public Solver solver() {
        return between(Solver.usual(), new Sat4jSolver());
    }

    /** Returns a solver that asks both and shows the models of the first. */
    Solver between(Solver first, Solver second) {
        return new Both(first, second);
    }

    /** Returns the number of questions that both called satisfiable, with a correct model. */
    public long satisfiable() {
        return satisfiable.sum();
    }

    /** Returns the number of questions that both called unsatisfiable. */
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
