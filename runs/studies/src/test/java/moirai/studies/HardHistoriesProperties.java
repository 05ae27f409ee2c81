package moirai.studies;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.search.SearchDecider;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** A few small ones in every build; {@link HardHistories} decides many large ones. */
class HardHistoriesProperties {

    @Property(tries = 20, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void hardHistoriesAreDecidedAndTheEvidenceHolds(
            @ForAll @LongRange(max = 1_000_000) long seed, @ForAll HardHistory.Plant planted) {
        var hard = HardHistory.of(HardHistory.Shape.random(60, 200, seed), planted);
        for (Axiom axiom : new Axiom[] {Axiom.PREFIX, Axiom.PARALLEL_SNAPSHOT, Axiom.SNAPSHOT, Axiom.SERIAL}) {
            var level = new AxiomaticLevel(axiom, BaseOrder.SESSION);
            var decision = new SearchDecider(level, StepBudget.DEFAULT).decide(hard.history());

            assertThat(CheckedDecision.objection(hard, level, decision))
                    .as("%s at %s", hard, level)
                    .isEmpty();
        }
    }
}
