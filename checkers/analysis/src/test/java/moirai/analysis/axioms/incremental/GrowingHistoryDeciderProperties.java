package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import moirai.analysis.axioms.Answer;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.saturation.SaturationDecider;
import moirai.analysis.axioms.search.SearchDecider;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Answers about histories that are too large for all commit orders against the deciders of whole histories. */
class GrowingHistoryDeciderProperties {

    @Provide
    Arbitrary<AxiomaticLevel> saturableLevels() {
        return Arbitraries.of(levels(true));
    }

    @Provide
    Arbitrary<AxiomaticLevel> otherLevels() {
        return Arbitraries.of(levels(false));
    }

    private static List<AxiomaticLevel> levels(boolean saturable) {
        var levels = new ArrayList<AxiomaticLevel>();
        // Those two are not followed read by read.
        for (Axiom axiom : EnumSet.complementOf(EnumSet.of(Axiom.PRAM, Axiom.UPDATE_ATOMIC))) {
            for (BaseOrder order : BaseOrder.values()) {
                if (axiom.isSaturable() == saturable) {
                    levels.add(new AxiomaticLevel(axiom, order));
                }
            }
        }
        return levels;
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void saturationAgreesAboutEveryCandidate(@ForAll("saturableLevels") AxiomaticLevel level, @ForAll long seed) {
        var random = new Random(seed);
        var program = new RandomProgram(random, 80, 6);
        var history = new GrowingHistory(level);
        Decider decider = new SaturationDecider(level);

        do {
            if (random.nextInt(10) == 0) {
                assertAgreement(history, program.keyCount(), decider);
            }
        } while (program.step(history));
    }

    /** The growing history asks the same decider, but only for what it does not find itself. */
    @Property(tries = 6, edgeCases = EdgeCasesMode.NONE)
    void searchAgreesAboutEveryCandidate(@ForAll("otherLevels") AxiomaticLevel level, @ForAll long seed) {
        var random = new Random(seed);
        var program = new RandomProgram(random, 72, 5);
        Decider decider = new SearchDecider(level, StepBudget.DEFAULT);
        var history = new GrowingHistory(level, new StepBudget(500), decider);

        do {
            if (random.nextInt(40) == 0 || history.txnCount() > 70) {
                assertAgreement(history, program.keyCount(), decider);
            }
        } while (program.step(history));
    }

    private static void assertAgreement(GrowingHistory history, int keyCount, Decider decider) {
        KeyValueHistory before = history.history();
        for (int txn : RandomProgram.pending(history)) {
            for (int key = 0; key < keyCount; key++) {
                if (before.writes(txn, key)) {
                    continue;
                }
                assertThat(history.mayWrite(txn, key))
                        .as("T%d writes key %d", txn, key)
                        .isEqualTo(answer(Extended.byWrite(before, txn, key), history.level(), decider));
                for (int index = -1; index < history.writerCount(key); index++) {
                    int source = index < 0 ? INITIAL : history.writer(key, index);
                    assertThat(history.mayRead(txn, key, source))
                            .as("T%d reads key %d from T%d", txn, key, source)
                            .isEqualTo(answer(Extended.byRead(before, txn, key, source), history.level(), decider));
                }
            }
        }
    }

    private static Answer answer(KeyValueHistory history, AxiomaticLevel level, Decider decider) {
        return switch (decider.decide(history)) {
            case Decision.Ordered(var order) -> {
                assertThat(CommitOrderVerifier.objection(history, level, order)).isEmpty();
                yield Answer.YES;
            }
            case Decision.Impossible impossible -> Answer.NO;
            case Decision.Undecided undecided -> Answer.UNDECIDED;
        };
    }
}
