package moirai.analysis.axioms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Tests which level implies which, by the definition alone: no decider takes part. */
class AxiomLatticeProperties {

    @Provide
    Arbitrary<KeyValueHistory> histories() {
        return Arbitraries.randomValue(RandomHistories::next);
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void historyOfALevelSatisfiesWhatTheLevelImplies(@ForAll("histories") KeyValueHistory history) {
        var force = new BruteForce(history);
        List<AxiomaticLevel> holding =
                Levels.ALL.stream().filter(force::satisfies).toList();

        assertThat(holding).as(AxiomNotation.format(history)).containsAll(Levels.closure(holding));
    }

    /** Every pair of levels that is no implication is refuted by an example. */
    @Test
    void levelThatDoesNotImplyAnotherIsToldFromItByAnExample() {
        for (AxiomaticLevel holding : Levels.ALL) {
            for (AxiomaticLevel failing : Levels.ALL) {
                if (!Levels.implies(holding, failing)) {
                    assertThat(AxiomExamples.all())
                            .as("%s without %s", holding, failing)
                            .anyMatch(example -> example.holding().contains(holding)
                                    && !example.holding().contains(failing));
                }
            }
        }
    }

    /**
     * Comparisons at a level say little if nearly all random histories satisfy it, or nearly none; and where no history
     * tells neighbours apart, a decider of the one could pass for the other's.
     */
    @Test
    void randomHistoriesSatisfyAndViolateEveryLevelAndTellNeighboursApart() {
        Map<AxiomaticLevel, Integer> satisfied = new HashMap<>();
        Map<List<AxiomaticLevel>, Integer> toldApart = new HashMap<>();
        var random = new Random(1);
        int count = 3_000;
        for (int i = 0; i < count; i++) {
            var force = new BruteForce(RandomHistories.next(random));
            for (AxiomaticLevel level : Levels.ALL) {
                if (force.satisfies(level)) {
                    satisfied.merge(level, 1, Integer::sum);
                } else {
                    Levels.neighboursBelow(level).stream()
                            .filter(force::satisfies)
                            .forEach(below -> toldApart.merge(List.of(below, level), 1, Integer::sum));
                }
            }
        }

        for (AxiomaticLevel level : Levels.ALL) {
            assertThat(satisfied.get(level)).as(level.toString()).isBetween(count / 10, count - count / 10);
            for (AxiomaticLevel below : Levels.neighboursBelow(level)) {
                assertThat(toldApart).as("%s without %s", below, level).containsKey(List.of(below, level));
            }
        }
    }
}
