package moirai.analysis.axioms.saturation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Tests what is true of every decision. */
class SaturationProperties {

    @Provide
    Arbitrary<KeyValueHistory> histories() {
        return RandomHistories.ofAtMost(30);
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void decisionProvesItself(@ForAll("histories") KeyValueHistory history) {
        for (AxiomaticLevel level : RandomHistories.levels()) {
            String what = level + " of\n" + RandomHistories.format(history);
            switch (new SaturationDecider(level).decide(history)) {
                case Decision.Ordered(var order) ->
                    assertThat(CommitOrderVerifier.objection(history, level, order))
                            .as(what)
                            .isEmpty();
                case Decision.Impossible(var suspects) -> {
                    var part = new BitSet();
                    suspects.forEach(part::set);
                    assertThat(suspects).as(what).isNotEmpty().isSorted().doesNotHaveDuplicates();
                    assertThat(new SaturationDecider(level).decide(history.restrictedTo(part)))
                            .as("%s, suspects %s", what, suspects)
                            .isInstanceOf(Decision.Impossible.class);
                    assertThat(suspects.size() <= 6 && RandomHistories.isOrderable(history.restrictedTo(part), level))
                            .as("%s, suspects %s", what, suspects)
                            .isFalse();
                }
                case Decision.Undecided(var reason) ->
                    assertThat(reason).as(what).isEmpty();
            }
        }
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void strongerAxiomIsSatisfiedLessOften(@ForAll("histories") KeyValueHistory history) {
        for (BaseOrder order : BaseOrder.values()) {
            assertImplies(history, level(Axiom.CAUSAL, order), level(Axiom.READ_ATOMIC, order));
            assertImplies(history, level(Axiom.READ_ATOMIC, order), level(Axiom.READ_COMMITTED, order));
            for (Axiom axiom : Axiom.values()) {
                if (axiom.isSaturable()) {
                    assertImplies(history, level(axiom, order), level(Axiom.NONE, order));
                }
            }
        }
        assertImplies(
                history, level(Axiom.READ_ATOMIC, BaseOrder.SESSION), level(Axiom.READ_YOUR_WRITES, BaseOrder.SESSION));
        assertImplies(history, level(Axiom.CAUSAL, BaseOrder.SESSION), level(Axiom.PRAM, BaseOrder.SESSION));
        for (BaseOrder order : BaseOrder.values()) {
            assertImplies(history, level(Axiom.PRAM, order), level(Axiom.MONOTONIC_READS, order));
            assertImplies(history, level(Axiom.PRAM, order), level(Axiom.READ_YOUR_WRITES, order));
            assertImplies(history, level(Axiom.PRAM, order), level(Axiom.MONOTONIC_WRITES, order));
        }
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void moreOfABaseOrderIsSatisfiedLessOften(@ForAll("histories") KeyValueHistory history) {
        for (Axiom axiom : Axiom.values()) {
            if (axiom.isSaturable()) {
                assertImplies(history, level(axiom, BaseOrder.REALTIME), level(axiom, BaseOrder.SESSION));
                assertImplies(history, level(axiom, BaseOrder.SESSION), level(axiom, BaseOrder.NONE));
            }
        }
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void causalPastThatIsTooLargeIsNeverDecidedWrongly(@ForAll("histories") KeyValueHistory history) {
        AxiomaticLevel level = level(Axiom.CAUSAL, BaseOrder.NONE);
        Decision bounded = new SaturationDecider(level, 3).decide(history);

        if (!(bounded instanceof Decision.Undecided)) {
            assertThat(bounded.getClass())
                    .as(RandomHistories.format(history))
                    .isEqualTo(new SaturationDecider(level).decide(history).getClass());
        }
    }

    private static AxiomaticLevel level(Axiom axiom, BaseOrder order) {
        return new AxiomaticLevel(axiom, order);
    }

    private static void assertImplies(KeyValueHistory history, AxiomaticLevel stronger, AxiomaticLevel weaker) {
        if (new SaturationDecider(stronger).decide(history) instanceof Decision.Ordered) {
            assertThat(new SaturationDecider(weaker).decide(history))
                    .as("%s, since %s holds, of%n%s", weaker, stronger, RandomHistories.format(history))
                    .isInstanceOf(Decision.Ordered.class);
        }
    }
}
