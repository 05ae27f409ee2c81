package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.Axiom.CAUSAL;
import static moirai.analysis.axioms.Axiom.NONE;
import static moirai.analysis.axioms.Axiom.PARALLEL_SNAPSHOT;
import static moirai.analysis.axioms.Axiom.PREFIX;
import static moirai.analysis.axioms.Axiom.READ_ATOMIC;
import static moirai.analysis.axioms.Axiom.READ_COMMITTED;
import static moirai.analysis.axioms.Axiom.SERIAL;
import static moirai.analysis.axioms.Axiom.SNAPSHOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.analysis.axioms.Answer;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.search.SearchDecider;
import moirai.analysis.axioms.search.SmallHistories;
import moirai.analysis.axioms.small.SmallDecider;
import moirai.analysis.axioms.small.SmallHistory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Tests that the search over small histories agrees with all commit orders and with the search over large ones. */
class SmallDeciderProperties {

    @Provide
    Arbitrary<AxiomaticLevel> levels() {
        return levels(NONE, PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIAL);
    }

    @Provide
    Arbitrary<AxiomaticLevel> searchedLevels() {
        return levels(PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIAL);
    }

    private static Arbitrary<AxiomaticLevel> levels(Axiom... axioms) {
        var levels = new ArrayList<AxiomaticLevel>();
        for (Axiom axiom : axioms) {
            for (BaseOrder order : BaseOrder.values()) {
                levels.add(new AxiomaticLevel(axiom, order));
            }
        }
        return Arbitraries.of(levels);
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void answersAreThoseOfAllCommitOrders(@ForAll("levels") AxiomaticLevel level, @ForAll long seed) {
        var random = new Random(seed);
        var program = new RandomProgram(random, 6);
        GrowingHistory history = growing(level.order(), random);
        var decider = new SmallDecider(level.axiom(), StepBudget.DEFAULT);

        do {
            KeyValueHistory recorded = history.history();
            Answer answer = decider.decide(SmallHistories.of(recorded, level.order()));
            assertThat(answer).isEqualTo(EveryOrder.satisfies(recorded, level) ? Answer.YES : Answer.NO);
            assertOrder(answer, decider, recorded, level);
            for (int txn : RandomProgram.pending(history)) {
                for (int key = 0; key < program.keyCount(); key++) {
                    assertExtensions(decider, history, level, txn, key);
                }
            }
        } while (program.step(history));
    }

    /** One more write may break these levels, unlike the saturable ones, and so may one more read. */
    private static void assertExtensions(
            SmallDecider decider, GrowingHistory history, AxiomaticLevel level, int txn, int key) {
        KeyValueHistory recorded = history.history();
        assertExtension(decider, Extended.byWrite(recorded, txn, key), level);
        for (int index = -1; index < history.writerCount(key) && !recorded.writes(txn, key); index++) {
            int source = index < 0 ? KeyValueHistory.INITIAL : history.writer(key, index);
            assertExtension(decider, Extended.byRead(recorded, txn, key, source), level);
        }
    }

    private static void assertExtension(SmallDecider decider, KeyValueHistory extended, AxiomaticLevel level) {
        assertThat(decider.decide(SmallHistories.of(extended, level.order())))
                .as("%s", extended)
                .isEqualTo(EveryOrder.satisfies(extended, level) ? Answer.YES : Answer.NO);
    }

    /** No serial order has both write what the other read; to see that takes more than one step. */
    @Test
    void anExhaustedBudgetIsNeitherYesNorNo() {
        KeyValueHistory skew = new KeyValueHistory.Builder(false)
                .txn(0)
                .read(0, KeyValueHistory.INITIAL)
                .write(1)
                .txn(1)
                .read(1, KeyValueHistory.INITIAL)
                .write(0)
                .txn(2)
                .write(2)
                .build();

        assertThat(new SmallDecider(SERIAL, new StepBudget(1)).decide(SmallHistories.of(skew, BaseOrder.SESSION)))
                .isEqualTo(Answer.UNDECIDED);
        assertThat(new SmallDecider(SERIAL, StepBudget.DEFAULT).decide(SmallHistories.of(skew, BaseOrder.SESSION)))
                .isEqualTo(Answer.NO);
        assertThat(new SmallDecider(SNAPSHOT, StepBudget.DEFAULT).decide(SmallHistories.of(skew, BaseOrder.SESSION)))
                .isEqualTo(Answer.YES);
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void answersAreThoseOfTheSearchOverLargeHistories(
            @ForAll("searchedLevels") AxiomaticLevel level, @ForAll long seed) {
        var random = new Random(seed);
        var program = new RandomProgram(random, SmallHistory.TXN_COUNT_MAX, 5);
        GrowingHistory history = growing(level.order(), random);
        var decider = new SmallDecider(level.axiom(), new StepBudget(20_000));
        var offline = new SearchDecider(level, StepBudget.DEFAULT);

        do {
            if (random.nextInt(20) == 0) {
                KeyValueHistory recorded = history.history();
                Answer answer = decider.decide(SmallHistories.of(recorded, level.order()));
                boolean isOrdered = offline.decide(recorded) instanceof Decision.Ordered;
                assertThat(answer).isIn(isOrdered ? Answer.YES : Answer.NO, Answer.UNDECIDED);
                assertOrder(answer, decider, recorded, level);
            }
        } while (program.step(history));
    }

    private static void assertOrder(
            Answer answer, SmallDecider decider, KeyValueHistory recorded, AxiomaticLevel level) {
        if (answer == Answer.YES) {
            var order = CommitOrder.of(decider.order().toIntArray());
            assertThat(CommitOrderVerifier.objection(recorded, level, order)).isEmpty();
        }
    }

    /** Some of the histories that these levels allow satisfy the searched ones too, others do not. */
    private static GrowingHistory growing(BaseOrder order, Random random) {
        List<Axiom> weaker = List.of(NONE, READ_COMMITTED, READ_ATOMIC, CAUSAL);
        return new GrowingHistory(new AxiomaticLevel(weaker.get(random.nextInt(weaker.size())), order));
    }
}
