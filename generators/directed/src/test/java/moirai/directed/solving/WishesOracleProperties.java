package moirai.directed.solving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Compares which wishes a solver grants, question after question over one growing formula, with a brute force over all
 * assignments.
 */
class WishesOracleProperties {

    private static final int VARIABLES = 11;

    /** The usual solver, asked wish by wish: the way of solvers that know no preferences. */
    private static final class Plain implements Solver {

        private final Solver solver = Solver.usual();

        @Override
        public int newVariable() {
            return solver.newVariable();
        }

        @Override
        public void clause(int... literals) {
            solver.clause(literals);
        }

        @Override
        public boolean isSatisfiable(int... assumptions) {
            return solver.isSatisfiable(assumptions);
        }

        @Override
        public boolean[] model() {
            return solver.model();
        }
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void theUsualSolverGrantsEachWishUnlessEarlierOnesForbidIt(@ForAll long seed) {
        compare(Solver.usual(), new Random(seed));
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void askingWishByWishGrantsTheSame(@ForAll long seed) {
        compare(new Plain(), new Random(seed));
    }

    private static void compare(Solver solver, Random random) {
        var clauses = new ArrayList<int[]>();
        for (int i = 0; i < VARIABLES; i++) {
            solver.newVariable();
        }
        int questions = 1 + random.nextInt(6);
        for (int question = 0; question < questions; question++) {
            // Together some four clauses a variable, where a random formula of three literals a clause is hardest.
            for (int i = random.nextInt(2 * VARIABLES); i > 0; i--) {
                int[] clause = literals(random, 2 + random.nextInt(2));
                clauses.add(clause);
                solver.clause(clause);
            }
            int[] assumptions = literals(random, random.nextInt(4));
            int[] wishes = literals(random, random.nextInt(2 * VARIABLES));

            boolean holds = solver.isSatisfiable(assumptions, wishes);

            int[] best = best(clauses, assumptions, wishes);
            assertThat(holds).isEqualTo(best != null);
            if (best != null) {
                boolean[] model = solver.model();
                int values = IntStream.range(0, VARIABLES)
                        .map(i -> model[i] ? 1 << i : 0)
                        .sum();
                assertThat(isModel(clauses, values)).isTrue();
                assertThat(Arrays.stream(assumptions)).allMatch(one -> holds(values, one));
                assertThat(Arrays.stream(wishes)
                                .map(wish -> holds(values, wish) ? 1 : 0)
                                .toArray())
                        .isEqualTo(best);
            }
        }
    }

    /** Returns which wishes the best assignment grants, 1 for yes, by trying all; null if there is none. */
    private static int @Nullable [] best(List<int[]> clauses, int[] assumptions, int[] wishes) {
        int[] best = null;
        for (int values = 0; values < 1 << VARIABLES; values++) {
            if (isModel(clauses, values) && areAllGranted(assumptions, values)) {
                int[] granted = new int[wishes.length];
                for (int i = 0; i < wishes.length; i++) {
                    granted[i] = holds(values, wishes[i]) ? 1 : 0;
                }
                best = best == null || Arrays.compare(granted, best) > 0 ? granted : best;
            }
        }
        return best;
    }

    private static boolean areAllGranted(int[] literals, int values) {
        for (int literal : literals) {
            if (!holds(values, literal)) {
                return false;
            }
        }
        return true;
    }

    private static int[] literals(Random random, int count) {
        return IntStream.range(0, count).map(i -> random.nextInt(2 * VARIABLES)).toArray();
    }

    private static boolean isModel(List<int[]> clauses, int values) {
        for (int[] clause : clauses) {
            boolean isTrue = false;
            for (int literal : clause) {
                isTrue |= holds(values, literal);
            }
            if (!isTrue) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(int values, int literal) {
        return (values >> (literal >> 1) & 1) != (literal & 1);
    }
}
