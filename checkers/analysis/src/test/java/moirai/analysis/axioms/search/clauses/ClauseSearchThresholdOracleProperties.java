package moirai.analysis.axioms.search.clauses;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import org.logicng.datastructures.Tristate;
import org.logicng.formulas.FormulaFactory;
import org.logicng.solvers.MiniSat;

/**
 * The search against LogicNG's MiniSat, on random clauses of three literals, too many for a table of all values. With
 * 4.2 clauses to a variable about half of them are satisfiable, and a proof of either is longest (Mitchell, Selman,
 * Levesque, "Hard and Easy Distributions of SAT Problems", 1992).
 */
class ClauseSearchThresholdOracleProperties {

    private static final int CLAUSE_LENGTH = 3;
    private static final int WINDOWS = 9;

    record Formula(int variables, List<Set<Integer>> clauses) {}

    /** Knows clauses that the search does not; objects to a literal that makes the last of a clause false. */
    private static final class Hidden implements Theory {

        private final List<Set<Integer>> clauses;
        private final List<IntArrayList> clausesOf = new ArrayList<>();
        private final IntArrayList trail = new IntArrayList();
        private final BitSet taken = new BitSet();
        private int last;

        private Hidden(Formula formula, int count) {
            this.clauses = formula.clauses().subList(0, count);
            for (int literal = 0; literal < 2 * formula.variables(); literal++) {
                clausesOf.add(new IntArrayList());
            }
            for (int i = 0; i < count; i++) {
                for (int literal : clauses.get(i)) {
                    clausesOf.get(literal).add(i);
                }
            }
        }

        @Override
        public boolean take(int literal, IntArrayList conflict) {
            taken.set(literal);
            for (int i : clausesOf.get(literal ^ 1)) {
                if (clauses.get(i).stream().allMatch(other -> taken.get(other ^ 1))) {
                    last = i;
                    clauses.get(i).forEach(other -> conflict.add(other ^ 1));
                    taken.clear(literal);
                    return false;
                }
            }
            trail.add(literal);
            return true;
        }

        @Override
        public void takeBack() {
            taken.clear(trail.popInt());
        }

        @Override
        public int lastLemma() {
            return last;
        }
    }

    @Provide
    Arbitrary<Formula> formulas() {
        Arbitrary<Integer> tenthsPerVariable =
                Arbitraries.integers().between(38, 46).withDistribution(RandomDistribution.uniform());
        return Arbitraries.integers()
                .between(30, 60)
                .flatMap(variables -> tenthsPerVariable.flatMap(tenths -> Arbitraries.integers()
                        .between(0, 2 * variables - 1)
                        .withDistribution(RandomDistribution.uniform())
                        .set()
                        .ofSize(CLAUSE_LENGTH)
                        .uniqueElements(literal -> literal >> 1)
                        .list()
                        .ofSize(variables * tenths / 10)
                        .map(clauses -> new Formula(variables, clauses))));
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void theoryThatKnowsTheClausesHasTheModelsThatTheyHave(@ForAll("formulas") Formula formula) {
        decidesLikeTheLibrary(formula, formula.clauses().size());
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void lemmasAfterAModelCountAsWell(@ForAll("formulas") Formula formula) {
        decidesLikeTheLibrary(formula, formula.clauses().size() / 2);
    }

    /** So many clauses are hidden in the theory, the others come as lemmas after a model of these. */
    private static void decidesLikeTheLibrary(Formula formula, int hiddenCount) {
        var search = new ClauseSearch(new Hidden(formula, hiddenCount), new StepMeter(StepBudget.DEFAULT));
        for (int variable = 0; variable < formula.variables(); variable++) {
            search.addVariable(variable % 2 == 0, variable % WINDOWS);
        }
        ClauseSearch.Outcome outcome = search.search();
        boolean consistent = outcome == ClauseSearch.Outcome.MODEL;
        for (int i = hiddenCount; i < formula.clauses().size() && consistent; i++) {
            consistent = search.addLemma(new IntArrayList(formula.clauses().get(i)), i);
        }
        if (consistent) {
            outcome = search.search();
        }
        assertThat(outcome).isNotEqualTo(ClauseSearch.Outcome.EXHAUSTED);
        consistent &= outcome == ClauseSearch.Outcome.MODEL;
        assertThat(consistent).isEqualTo(isSatisfiable(formula.clauses()));
        if (consistent) {
            assertThat(formula.clauses()).allMatch(clause -> clause.stream().anyMatch(search::isTrue));
        } else {
            assertThat(isSatisfiable(search.lemmas()
                            .intStream()
                            .mapToObj(formula.clauses()::get)
                            .toList()))
                    .isFalse();
        }
    }

    /** There are more of them than clauses that are kept because they were learned. */
    @Property(tries = 5, edgeCases = EdgeCasesMode.NONE)
    void noLemmaIsForgotten(@ForAll long seed) {
        var random = new Random(seed);
        var search = new ClauseSearch(new Hidden(new Formula(80, List.of()), 0), new StepMeter(StepBudget.DEFAULT));
        for (int variable = 0; variable < 80; variable++) {
            search.addVariable(random.nextBoolean());
        }
        var lemmas = new ArrayList<IntArrayList>();
        while (lemmas.size() < 4_500) {
            var literals = new IntArrayList();
            random.ints(0, 80)
                    .distinct()
                    .limit(7)
                    .map(variable -> 2 * variable + random.nextInt(2))
                    .forEach(literals::add);
            boolean isSatisfiedByAllTrue = literals.intStream().anyMatch(literal -> (literal & 1) == 0);
            if (isSatisfiedByAllTrue) {
                lemmas.add(literals);
                search.addLemma(new IntArrayList(literals), lemmas.size());
            }
        }

        assertThat(search.search()).isEqualTo(ClauseSearch.Outcome.MODEL);
        assertThat(lemmas).allMatch(lemma -> lemma.intStream().anyMatch(search::isTrue));
    }

    /** Counts what it is asked, and does not let near variables that belong together have the values tried first. */
    private static final class Near implements Theory {

        private final int[] other;
        private final BitSet taken = new BitSet();
        private final IntArrayList trail = new IntArrayList();
        private int asked;

        private Near(int variables, Random random) {
            this.other = new int[variables];
            for (int variable = 0; variable < variables; variable++) {
                other[variable] = Math.max(0, variable - 1 - random.nextInt(20));
            }
        }

        @Override
        public boolean take(int literal, IntArrayList conflict) {
            asked++;
            int partner = 2 * other[literal >> 1];
            if ((literal & 1) == 0 && partner != literal && taken.get(partner)) {
                conflict.add(literal);
                conflict.add(partner);
                return false;
            }
            taken.set(literal);
            trail.add(literal);
            return true;
        }

        @Override
        public void takeBack() {
            taken.clear(trail.popInt());
        }

        @Override
        public int lastLemma() {
            return 0;
        }
    }

    /** To ask again, after each restart and each distant conflict, about all that was decided takes millions. */
    @Property(tries = 3, edgeCases = EdgeCasesMode.NONE)
    void conflictsThatHaveNothingToDoWithOneAnotherAreSolvedInWindows(@ForAll long seed) {
        int variables = 20_000;
        var theory = new Near(variables, new Random(seed));
        var search = new ClauseSearch(theory, new StepMeter(StepBudget.DEFAULT));
        for (int variable = 0; variable < variables; variable++) {
            search.addVariable(true, variable / 100);
        }

        assertThat(search.search()).isEqualTo(ClauseSearch.Outcome.MODEL);
        assertThat(theory.asked).isLessThan(10 * variables);
    }

    private static boolean isSatisfiable(List<Set<Integer>> clauses) {
        var factory = new FormulaFactory();
        var solver = MiniSat.miniSat(factory);
        for (Set<Integer> clause : clauses) {
            solver.add(factory.clause(clause.stream()
                    .map(literal -> factory.literal("v" + (literal >> 1), (literal & 1) == 0))
                    .toList()));
        }
        return solver.sat() == Tristate.TRUE;
    }
}
