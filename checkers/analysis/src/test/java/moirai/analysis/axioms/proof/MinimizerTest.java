package moirai.analysis.axioms.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomNotation;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.saturation.SaturationDecider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests how suspects become a witness. */
@Tag("long")
class MinimizerTest {

    private static final AxiomaticLevel CAUSAL = new AxiomaticLevel(Axiom.CAUSAL, BaseOrder.SESSION);

    /** A decider that suspects everybody, and counts. */
    private record Counting(Decider decider, AtomicInteger count) implements Decider {

        static Counting of(AxiomaticLevel level) {
            return new Counting(new SaturationDecider(level), new AtomicInteger());
        }

        @Override
        public Decision decide(KeyValueHistory history) {
            count.incrementAndGet();
            Decision decision = decider.decide(history);
            return decision instanceof Decision.Impossible ? new Decision.Impossible(all(history)) : decision;
        }
    }

    /**
     * Every transaction reads its predecessor's key and writes its own, over ten sessions; the last ones of this many
     * also break causality: T2 writes key 1 over T1, T3 sees that and T4 sees T3, but reads T1's.
     */
    private static KeyValueHistory manySuspects(int count) {
        var history = new KeyValueHistory.Builder(false);
        for (int txn = 0; txn < count - 4; txn++) {
            history.txn(txn % 10);
            if (txn > 0) {
                history.read(10 + txn - 1, txn - 1);
            }
            history.write(10 + txn);
        }
        int first = count - 4;
        history.txn(11).write(1).write(2);
        history.txn(12).read(1, first).write(1).write(3).write(4);
        history.txn(13).read(3, first + 1).read(2, first).write(5);
        history.txn(14).read(5, first + 2).read(1, first).read(10, 0);
        return history.build();
    }

    static List<Integer> all(KeyValueHistory history) {
        return IntStream.range(0, history.txnCount()).boxed().toList();
    }

    @Test
    void thousandsOfSuspectsTakeFewDecisions() {
        KeyValueHistory history = manySuspects(2_000);
        Counting decider = Counting.of(CAUSAL);

        Witness witness = new Minimizer(decider).minimize(history, all(history));

        assertThat(witness.txns()).containsExactly(1996, 1997, 1998, 1999);
        assertThat(witness.recordedTxns()).isEqualTo(witness.txns());
        assertThat(witness.minimal()).isTrue();
        assertThat(AxiomNotation.format(witness.history())).isEqualTo("""
                T0 s11 wy
                T1 s12 ry=T0 wy wu
                T2 s13 ru=T1 wa
                T3 s14 ra=T2 ry=T0
                """);
        assertThat(decider.count()).hasValueLessThan(200);
    }

    @Test
    void suspectsOfTheDeciderSaveDecisions() {
        KeyValueHistory history = manySuspects(2_000);
        var count = new AtomicInteger();
        var decider = new SaturationDecider(CAUSAL);
        Decider counting = part -> {
            count.incrementAndGet();
            return decider.decide(part);
        };

        Witness witness = new Minimizer(counting).minimize(history, all(history));

        assertThat(witness.txns()).containsExactly(1996, 1997, 1998, 1999);
        assertThat(count).hasValueLessThan(40);
    }

    @Test
    void endOfBudgetLeavesTheSmallestPartSoFar() {
        KeyValueHistory history = manySuspects(200);

        Witness witness = new Minimizer(Counting.of(CAUSAL), 10).minimize(history, all(history));

        assertThat(witness.minimal()).isFalse();
        assertThat(witness.txns()).hasSizeBetween(5, 150);
        assertThat(new SaturationDecider(CAUSAL).decide(witness.history())).isInstanceOf(Decision.Impossible.class);
    }

    /** Each reads from the next, and the last from the first. To try to leave out each of them takes n² steps. */
    @Test
    void circleOfWhichAllAreNeededEndsBeforeEachWasTried() {
        int txns = 20_000;
        var history = new KeyValueHistory.Builder(false);
        for (int txn = 0; txn < txns; txn++) {
            history.txn(txn).read((txn + 1) % txns, (txn + 1) % txns).write(txn);
        }
        Counting decider = Counting.of(new AxiomaticLevel(Axiom.NONE, BaseOrder.NONE));

        Witness witness = new Minimizer(decider)
                .minimize(history.build(), IntStream.range(0, txns).boxed().toList());

        assertThat(witness.txns()).hasSize(txns);
        assertThat(witness.minimal()).isFalse();
        assertThat(decider.count()).hasValueLessThan(300);
    }

    @Test
    void deciderThatCanNotTellLeavesTheWitnessNotMinimal() {
        KeyValueHistory history = manySuspects(20);
        var decider = new SaturationDecider(CAUSAL);
        Decider hesitant = part -> part.txnCount() < 10 ? new Decision.Undecided("too few") : decider.decide(part);

        Witness witness = new Minimizer(hesitant).minimize(history, all(history));

        assertThat(witness.minimal()).isFalse();
        assertThat(decider.decide(witness.history())).isInstanceOf(Decision.Impossible.class);
    }

    /** The long circle was recorded last, so that leaving out what is late finds the short one, and vice versa. */
    @Test
    void fewerTransactionsArePreferred() {
        String circleOfFive = """
                T%d s0 rx=T%d wy
                T%d s1 ry=T%d wz
                T%d s2 rz=T%d wu
                T%d s3 ru=T%d wv
                T%d s6 rv=T%d wx
                """;
        String lateFive = """
                T0 s4 ra=T1 wb
                T1 s5 rb=T0 wa
                """ + circleOfFive.formatted(2, 6, 3, 2, 4, 3, 5, 4, 6, 5);
        String earlyFive = circleOfFive.formatted(0, 4, 1, 0, 2, 1, 3, 2, 4, 3) + """
                T5 s4 ra=T6 wb
                T6 s5 rb=T5 wa
                """;

        assertThat(minimal(lateFive).txns()).containsExactly(0, 1);
        assertThat(minimal(earlyFive).txns()).containsExactly(5, 6);
    }

    private static Witness minimal(String notation) {
        KeyValueHistory history = AxiomNotation.parse(notation);
        return new Minimizer(Counting.of(CAUSAL)).minimize(history, all(history));
    }

    @Test
    void suspectsMayBePartOfTheHistory() {
        KeyValueHistory history = manySuspects(50);

        Witness witness = new Minimizer(Counting.of(CAUSAL)).minimize(history, List.of(3, 46, 47, 11, 48, 49));

        assertThat(witness.txns()).containsExactly(46, 47, 48, 49);
    }

    @Test
    void innocentSuspectsAreAMistakeOfTheDecider() {
        KeyValueHistory history = manySuspects(10);

        assertThatIllegalStateException()
                .isThrownBy(() -> new Minimizer(Counting.of(CAUSAL)).minimize(history, List.of(0, 1, 2)))
                .withMessage("the suspects have a commit order: T0 T1 T2");
    }

    @Test
    void budgetIsPositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Minimizer(Counting.of(CAUSAL), 0))
                .withMessageContaining("at least 1");
    }
}
