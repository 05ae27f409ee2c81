package moirai.analysis.axioms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.axioms.search.Stages;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/** The search with any of its shortcuts left out, and its detours taken by small histories too, against brute force. */
class SearchStagesOracleProperties {

    private static final List<Axiom> AXIOMS =
            List.of(Axiom.PREFIX, Axiom.PARALLEL_SNAPSHOT, Axiom.SNAPSHOT, Axiom.SERIAL);

    private static final List<Axiom> WITH_DIRECT_AXIOMS = Stream.concat(
                    Stream.of(Axiom.CURSOR, Axiom.UPDATE_ATOMIC), AXIOMS.stream())
            .toList();

    @Provide
    Arbitrary<KeyValueHistory> histories() {
        return Arbitraries.randomValue(RandomHistories::next);
    }

    /** 144 decisions a try. */
    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void shortcutsDoNotChangeTheDecision(@ForAll("histories") KeyValueHistory history) {
        var force = new BruteForce(history);
        for (Axiom axiom : WITH_DIRECT_AXIOMS) {
            for (BaseOrder order : BaseOrder.values()) {
                var level = new AxiomaticLevel(axiom, order);
                boolean holds = force.satisfies(level);
                Stages.deciders(level).forEach(decider -> requireRight(history, level, decider.decide(history), holds));
            }
        }
    }

    /**
     * Histories on both sides of each boundary between levels that need a search, 64 decisions a try. A history that
     * satisfies a level takes the detour by the stronger one, whose answer must not be taken for the level's own.
     */
    @Tag("long")
    @Property(tries = 4000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void adjacentLevelsAreToldApart(@ForAll("histories") KeyValueHistory history) {
        var force = new BruteForce(history);
        Set<Axiom> held = EnumSet.noneOf(Axiom.class);
        for (Axiom axiom : AXIOMS) {
            for (BaseOrder order : List.of(BaseOrder.NONE, BaseOrder.SESSION)) {
                var level = new AxiomaticLevel(axiom, order);
                boolean holds = force.satisfies(level);
                if (holds && order == BaseOrder.SESSION) {
                    held.add(axiom);
                }
                Stages.deciders(level).forEach(decider -> requireRight(history, level, decider.decide(history), holds));
            }
        }
        Statistics.label("levels that hold").collect(held.toString()).coverage(coverage -> {
            coverage.check("[]").count(count -> count > 0);
            coverage.check("[PREFIX]").count(count -> count > 0);
            coverage.check("[PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT]").count(count -> count > 0);
            coverage.check("[PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIAL]").count(count -> count > 0);
        });
    }

    private static void requireRight(KeyValueHistory history, AxiomaticLevel level, Decision decision, boolean holds) {
        switch (decision) {
            case Decision.Ordered(CommitOrder order) -> {
                assertThat(holds).isTrue();
                assertThat(CommitOrderVerifier.objection(history, level, order)).isEmpty();
            }
            case Decision.Impossible(List<Integer> ids) -> {
                assertThat(holds).isFalse();
                var suspects = new BitSet();
                ids.forEach(suspects::set);
                assertThat(new BruteForce(history.restrictedTo(suspects)).satisfies(level))
                        .isFalse();
            }
            case Decision.Undecided(String reason) -> throw new AssertionError(reason);
        }
    }
}
