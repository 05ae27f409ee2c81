package moirai.analysis.axioms.search.clauses;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The search against a table of all values, for a theory that is itself a list of clauses. */
class ClauseSearchOracleProperties {

    private static final int VARIABLES = 7;

    /** Knows clauses that the search does not; objects to a literal that makes the last of a clause false. */
    private static final class Hidden implements Theory {

        private final List<Set<Integer>> clauses;
        private final IntArrayList taken = new IntArrayList();
        private int last;

        private Hidden(List<Set<Integer>> clauses) {
            this.clauses = clauses;
        }

        @Override
        public boolean take(int literal, IntArrayList conflict) {
            taken.add(literal);
            for (int i = 0; i < clauses.size(); i++) {
                if (clauses.get(i).stream().allMatch(other -> taken.contains(other ^ 1))) {
                    last = i;
                    clauses.get(i).forEach(other -> conflict.add(other ^ 1));
                    taken.popInt();
                    return false;
                }
            }
            return true;
        }

        @Override
        public void takeBack() {
            taken.popInt();
        }

        @Override
        public int lastLemma() {
            return last;
        }
    }

    @Provide
    Arbitrary<List<Set<Integer>>> clauses() {
        return Arbitraries.integers()
                .between(0, 2 * VARIABLES - 1)
                .set()
                .ofMinSize(1)
                .ofMaxSize(3)
                .list()
                .ofMaxSize(50);
    }

    /**
     * Clauses of the first half are hidden in the theory, the others come as lemmas after a model of these. The last
     * variables are new then, and may belong to windows that are decided already.
     */
    @Property(tries = 3000)
    void modelIsFoundExactlyIfThereIsOne(
            @ForAll("clauses") List<Set<Integer>> random,
            @ForAll @Size(VARIABLES) List<@IntRange(max = 3) Integer> windows,
            @ForAll @IntRange(min = 1, max = VARIABLES) int early) {
        List<Set<Integer>> hidden = random.subList(0, random.size() / 2).stream()
                .filter(clause -> clause.stream().allMatch(literal -> literal >> 1 < early))
                .toList();
        var clauses = new ArrayList<>(random);
        hidden.forEach(clauses::remove);
        clauses.addAll(0, hidden);
        var search = new ClauseSearch(new Hidden(hidden), new StepMeter(StepBudget.DEFAULT));
        addVariables(search, windows, 0, early);
        boolean consistent = search.search() == ClauseSearch.Outcome.MODEL;
        assertThat(consistent).isEqualTo(isSatisfiable(hidden));
        addVariables(search, windows, early, VARIABLES);
        for (int i = hidden.size(); i < clauses.size() && consistent; i++) {
            consistent = search.addLemma(new IntArrayList(clauses.get(i)), i);
        }
        consistent = consistent && search.search() == ClauseSearch.Outcome.MODEL;
        assertThat(consistent).isEqualTo(isSatisfiable(clauses));
        if (consistent) {
            assertThat(clauses).allMatch(clause -> clause.stream().anyMatch(search::isTrue));
        } else {
            List<Set<Integer>> core =
                    search.lemmas().intStream().mapToObj(clauses::get).collect(Collectors.toList());
            assertThat(isSatisfiable(core)).isFalse();
        }
    }

    private static void addVariables(ClauseSearch search, List<Integer> windows, int from, int to) {
        for (int variable = from; variable < to; variable++) {
            search.addVariable(variable % 2 == 0, windows.get(variable));
        }
    }

    private static boolean isSatisfiable(List<Set<Integer>> clauses) {
        var remaining = new ArrayList<Integer>();
        for (int values = 0; values < 1 << VARIABLES; values++) {
            int assignment = values;
            if (clauses.stream()
                    .allMatch(clause ->
                            clause.stream().anyMatch(literal -> (assignment >> (literal >> 1) & 1) == (literal & 1)))) {
                remaining.add(values);
            }
        }
        return !remaining.isEmpty();
    }
}
