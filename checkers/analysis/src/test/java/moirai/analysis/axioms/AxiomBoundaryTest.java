package moirai.analysis.axioms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import moirai.analysis.axioms.AxiomExamples.Example;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example satisfies exactly the levels that it is said to satisfy, of all 45. */
class AxiomBoundaryTest {

    static List<Example> examples() {
        return AxiomExamples.all();
    }

    private static Set<AxiomaticLevel> levels(Predicate<AxiomaticLevel> holds) {
        return Levels.ALL.stream().filter(holds).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void definitionHoldsAtExactlyTheseLevels(Example example) {
        var force = new BruteForce(example.history());

        assertThat(levels(force::satisfies)).isEqualTo(levels(example.holding()::contains));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void verifierAcceptsAnOrderAtExactlyTheseLevels(Example example) {
        KeyValueHistory history = example.history();
        List<CommitOrder> orders = Permutations.of(history.txnCount());

        assertThat(levels(level -> orders.stream()
                        .map(order -> CommitOrderVerifier.objection(history, level, order))
                        .anyMatch(Optional::isEmpty)))
                .isEqualTo(levels(example.holding()::contains));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void decidersHoldAtExactlyTheseLevels(Example example) {
        KeyValueHistory history = example.history();

        for (AxiomaticLevel level : Levels.ALL) {
            Judgement.requireAgreement(history, level, example.holding().contains(level));
        }
    }

    @Test
    void notationIsReadAsItIsWritten() {
        assertThat(examples())
                .allSatisfy(example ->
                        assertThat(AxiomNotation.format(example.history())).isEqualTo(example.notation()));
    }

    @Test
    void everyPairOfNeighboursHasAnExample() {
        for (AxiomaticLevel stronger : Levels.ALL) {
            for (AxiomaticLevel weaker : Levels.neighboursBelow(stronger)) {
                assertThat(examples())
                        .as("%s without %s", weaker, stronger)
                        .anyMatch(example -> example.holding().contains(weaker)
                                && !example.holding().contains(stronger));
            }
        }
    }
}
