package moirai.analysis.axioms.saturation;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Decisions against all orders of a few transactions. */
class SaturationOracleProperties {

    @Provide
    Arbitrary<KeyValueHistory> histories() {
        return RandomHistories.ofAtMost(5);
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
    void decisionIsWhetherSomeOrderSatisfiesTheDefinition(@ForAll("histories") KeyValueHistory history) {
        for (AxiomaticLevel level : RandomHistories.levels()) {
            Decision decision = new SaturationDecider(level).decide(history);

            assertThat(decision)
                    .as("%s of%n%s", level, RandomHistories.format(history))
                    .isInstanceOf(
                            RandomHistories.isOrderable(history, level)
                                    ? Decision.Ordered.class
                                    : Decision.Impossible.class);
        }
    }
}
