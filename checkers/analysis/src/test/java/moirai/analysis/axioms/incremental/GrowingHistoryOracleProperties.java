package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.KeyValueHistory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Each answer against all commit orders of the history that it is about. */
class GrowingHistoryOracleProperties {

    private static final int TXN_COUNT_MAX = 6;

    @Provide
    Arbitrary<AxiomaticLevel> levels() {
        var levels = new ArrayList<AxiomaticLevel>();
        // PRAM is not decided read by read.
        for (Axiom axiom : EnumSet.complementOf(EnumSet.of(Axiom.PRAM))) {
            for (BaseOrder order : axiom.isSaturable() ? BaseOrder.values() : new BaseOrder[0]) {
                levels.add(new AxiomaticLevel(axiom, order));
            }
        }
        return Arbitraries.of(levels);
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void everyAnswerAtEveryStepIsThatOfAllCommitOrders(@ForAll("levels") AxiomaticLevel level, @ForAll long seed) {
        var program = new RandomProgram(new Random(seed), TXN_COUNT_MAX);
        var history = new GrowingHistory(level);

        do {
            assertThat(EveryOrder.satisfies(history.history(), level)).isTrue();
            assertCommitOrder(history);
            for (int txn : RandomProgram.pending(history)) {
                for (int key = 0; key < program.keyCount(); key++) {
                    assertWrites(history, txn, key);
                    assertReads(history, txn, key);
                }
            }
        } while (program.step(history));
    }

    private static void assertReads(GrowingHistory history, int txn, int key) {
        if (history.history().writes(txn, key)) {
            return;
        }
        List<Integer> expected = new ArrayList<>();
        for (int index = history.writerCount(key) - 1; index >= -1; index--) {
            int source = index < 0 ? INITIAL : history.writer(key, index);
            boolean isAllowed =
                    EveryOrder.satisfies(Extended.byRead(history.history(), txn, key, source), history.level());
            assertThat(history.mayRead(txn, key, source))
                    .as("T%d reads key %d from T%d", txn, key, source)
                    .isEqualTo(isAllowed);
            if (isAllowed) {
                expected.add(source);
            }
        }
        assertThat(List.copyOf(history.readable(txn, key))).isEqualTo(expected);
        assertThat(suspects(history.suspects(txn, key))).doesNotHaveDuplicates().containsAll(expected);
    }

    private static List<Integer> suspects(Suspects suspects) {
        return IntStream.range(0, suspects.size()).mapToObj(suspects::txn).toList();
    }

    private static void assertCommitOrder(GrowingHistory history) {
        List<Integer> order = history.commitOrder();
        var committed = new BitSet();
        order.forEach(committed::set);
        KeyValueHistory part = history.history().restrictedTo(committed);
        int[] renumbered = order.stream()
                .mapToInt(txn -> committed.get(0, txn).cardinality())
                .toArray();
        assertThat(CommitOrderVerifier.objection(part, history.level(), CommitOrder.of(renumbered)))
                .isEmpty();
    }

    private static void assertWrites(GrowingHistory history, int txn, int key) {
        assertThat(EveryOrder.satisfies(Extended.byWrite(history.history(), txn, key), history.level()))
                .as("T%d writes key %d", txn, key)
                .isTrue();
    }
}
