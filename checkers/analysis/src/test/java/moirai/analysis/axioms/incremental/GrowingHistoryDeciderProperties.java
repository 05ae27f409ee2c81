package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.saturation.SaturationDecider;
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
        return Arbitraries.of(levels());
    }

    private static List<AxiomaticLevel> levels() {
        var levels = new ArrayList<AxiomaticLevel>();
        // PRAM is not decided read by read.
        for (Axiom axiom : EnumSet.complementOf(EnumSet.of(Axiom.PRAM))) {
            for (BaseOrder order : axiom.isSaturable() ? BaseOrder.values() : new BaseOrder[0]) {
                levels.add(new AxiomaticLevel(axiom, order));
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

    private static void assertAgreement(GrowingHistory history, int keyCount, Decider decider) {
        KeyValueHistory before = history.history();
        for (int txn : RandomProgram.pending(history)) {
            for (int key = 0; key < keyCount; key++) {
                if (before.writes(txn, key)) {
                    continue;
                }
                assertThat(satisfies(Extended.byWrite(before, txn, key), history.level(), decider))
                        .as("T%d writes key %d", txn, key)
                        .isTrue();
                for (int index = -1; index < history.writerCount(key); index++) {
                    int source = index < 0 ? INITIAL : history.writer(key, index);
                    assertThat(history.mayRead(txn, key, source))
                            .as("T%d reads key %d from T%d", txn, key, source)
                            .isEqualTo(satisfies(Extended.byRead(before, txn, key, source), history.level(), decider));
                }
            }
        }
    }

    private static boolean satisfies(KeyValueHistory history, AxiomaticLevel level, Decider decider) {
        return switch (decider.decide(history)) {
            case Decision.Ordered(var order) -> {
                assertThat(CommitOrderVerifier.objection(history, level, order)).isEmpty();
                yield true;
            }
            case Decision.Impossible impossible -> false;
            case Decision.Undecided undecided -> throw new AssertionError(undecided);
        };
    }
}
