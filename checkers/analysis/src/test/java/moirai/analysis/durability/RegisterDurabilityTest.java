package moirai.analysis.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

/** Registers and sets after faults. */
class RegisterDurabilityTest {

    private static final FaultEvent BEGIN = new FaultEvent(100, Phase.INJECTED, Durability.FINAL_READS, "n1 n2");
    private static final FaultEvent END = new FaultEvent(200, Phase.HEALED, Durability.FINAL_READS, "n1 n2");

    static History history(RunHeader header, String text, FaultEvent... faults) {
        History plain = HistoryNotation.parse(text);
        var builder = new HistoryBuilder(header);
        for (int txn = 0; txn < plain.txnCount(); txn++) {
            builder.add(plain.txn(txn));
        }
        for (FaultEvent fault : faults) {
            builder.fault(fault);
        }
        return builder.build();
    }

    private static Durability judge(String text, FaultEvent... more) {
        FaultEvent[] faults = new FaultEvent[more.length + 2];
        System.arraycopy(more, 0, faults, 0, more.length);
        faults[more.length] = BEGIN;
        faults[more.length + 1] = END;
        return Durability.of(history(RunHeader.NONE, text, faults));
    }

    private static long lost(String text) {
        return judge(text).lostCount();
    }

    /** Both nodes went back to 1, whose writer had ended before that of 2 began. */
    @Test
    void aValueIsLostIfEveryNodeShowsAnOlderOne() {
        var failover = new FaultEvent(30, Phase.INJECTED, "failover", "n2");
        Durability judged = judge("""
                T0 s0 @1..2 w1=1
                T1 s0 @10..20 w1=2
                T2 s1 @110..120 r1=1
                T3 s2 @110..130 r1=1
                """, failover);

        assertThat(judged.kind()).isEqualTo(WriteKind.WRITE);
        assertThat(judged.counts()).isEqualTo(new Durability.Counts(2, 1, 0, 0, 0));
        assertThat(judged.lost()).containsExactly(new LostWrite(1, 1, "1", 2, 20, new LostWrite.Clues(0, "1", 0)));
    }

    @Test
    void ifOneNodeHasItNoneIsLostAndTheOtherNodeIsStale() {
        Durability judged = judge("""
                T0 s0 @1..2 w1=1
                T1 s0 @10..20 w1=2
                T2 s1 @110..120 r1=1
                T3 s2 @110..130 r1=2
                """);

        assertThat(judged.counts()).isEqualTo(new Durability.Counts(2, 0, 0, 0, 1));
    }

    /** Of two that are as late as each other the same one is named, whichever node was read first. */
    @Test
    void theShownValueDoesNotDependOnTheOrderOfReads() {
        String writes = "T0 s0 @1..5 w1=1\nT1 s1 @2..5 w1=2\nT2 s2 @10..20 w1=3\n";
        for (String reads :
                new String[] {"T3 s3 @110..120 r1=1\nT4 s4 @110..120 r1=2", "T3 s3 @110..120 r1=2\nT4 s4 @110..120 r1=1"
                }) {
            assertThat(judge(writes + reads).lost())
                    .containsExactly(new LostWrite(2, 2, "1", 3, 20, new LostWrite.Clues(LostWrite.NONE, "1", 0)));
        }
    }

    /** Who ends when the other begins may have committed after it. */
    @Test
    void oneNanosecondOfOverlapIsNoLoss() {
        String apart = "T0 s0 @1..9 w1=1\nT1 s1 @10..20 w1=2\nT2 s2 @110..120 r1=1";
        String touching = "T0 s0 @1..10 w1=1\nT1 s1 @10..20 w1=2\nT2 s2 @110..120 r1=1";

        assertThat(lost(apart)).isEqualTo(1);
        assertThat(lost(touching)).isZero();
    }

    /** A commit that ends when the final reads begin is compared, and one that ends later is not. */
    @Test
    void whatEndsWhileFinalReadsGoOnIsNoLoss() {
        String before = "T0 s0 @1..2 w1=1\nT1 s1 @10..100 w1=2\nT2 s2 @110..120 r1=1";
        String during = "T0 s0 @1..2 w1=1\nT1 s1 @10..101 w1=2\nT2 s2 @110..120 r1=1";

        assertThat(lost(before)).isEqualTo(1);
        assertThat(lost(during)).isZero();
    }

    /** It may have taken effect after all others. */
    @Test
    void aValueOfUnknownOutcomeExcusesAndIsRecovered() {
        Durability judged = judge("""
                T0 s0 info:08006 @1..2 w1=1
                T1 s1 @10..20 w1=2
                T2 s2 @110..120 r1=1
                """);

        assertThat(judged.counts()).isEqualTo(new Durability.Counts(1, 0, 0, 1, 0));
    }

    @Test
    void aValueThatNobodyOrARefusedTransactionWroteExcuses() {
        assertThat(lost("T0 s0 @10..20 w1=2\nT1 s1 @110..120 r1=7")).isZero();
        assertThat(lost("T0 s0 fail:40001 @1..2 w1=7\nT1 s1 @10..20 w1=2\nT2 s2 @110..120 r1=7"))
                .isZero();
    }

    /** A history from elsewhere may write a value twice; the later writer counts. */
    @Test
    void ofSeveralWritersOfAValueTheLastOneCounts() {
        assertThat(lost("T0 s0 @1..2 w1=1\nT1 s1 @10..20 w1=2\nT2 s0 @30..40 w1=1\nT3 s2 @110..120 r1=1"))
                .isZero();
    }

    @Test
    void afterAnAcknowledgedWriteNothingIsLikeBeforeTheFirst() {
        Durability judged = judge("T0 s0 @1..2 w1=1\nT1 s1 @110..120 r1=nil");

        assertThat(judged.lost().getFirst().clues()).isEqualTo(new LostWrite.Clues(-1, "nil", -1));
        assertThat(lost("T0 s0 info @1..2 w1=1\nT1 s1 @110..120 r1=nil")).isZero();
        assertThat(lost("T0 s0 @1..2 w1=1\nT1 s1 @110..120 r1=nil\nT2 s2 @110..120 r1=1"))
                .isZero();
    }

    /** Only the last write of a transaction to a key is ever there. */
    @Test
    void whatItsOwnTransactionReplacedIsNotLost() {
        Durability judged = judge("T0 s0 @1..2 w1=1 w1=2\nT1 s1 @10..20 w1=3 w1=4\nT2 s2 @110..120 r1=2");

        assertThat(judged.counts()).isEqualTo(new Durability.Counts(2, 1, 0, 0, 0));
        assertThat(judged.lost().getFirst().value()).isEqualTo(4);
        assertThat(lost("T0 s0 @1..2 w1=1 w1=2\nT1 s1 @110..120 r1=2")).isZero();
    }

    /** The three behind 1 are lost for certain, as no order of them ends with it. */
    @Test
    void everyLaterWriteThatIsGoneIsCounted() {
        assertThat(lost("""
                T0 s0 @1..2 w1=1
                T1 s0 @10..20 w1=2
                T2 s0 @30..40 w1=3
                T3 s1 @35..45 w1=4
                T4 s1 @110..120 r1=1
                """)).isEqualTo(3);
    }

    @Test
    void aNodeThatGaveNoAnswerMayHaveIt() {
        assertThat(lost("T0 s0 @1..2 w1=1\nT1 s0 @10..20 w1=2\nT2 s1 @110..120 r1=1\nT3 s2 @110..120 r1=?"))
                .isZero();
        assertThat(lost("T0 s0 @1..2 a1=1\nT1 s1 @110..120 r1=[]\nT2 s2 @110..120 r1=?"))
                .isZero();
    }

    /** Part 2 went on with the same database, wrote, and read all registers again. */
    @Test
    void ofSeveralPartsTheLastFinalReadsCount() {
        String parts = """
                T0 s0 @1..2 w1=1 w2=1
                T1 s1 @110..120 r1=1 r2=1
                T2 s0 @310..320 w1=2
                T3 s0 @330..340 w1=3
                T4 s1 @410..420 r1=2 r2=nil
                """;
        Durability both = judge(
                parts,
                new FaultEvent(400, Phase.INJECTED, Durability.FINAL_READS, "n1"),
                new FaultEvent(500, Phase.HEALED, Durability.FINAL_READS, "n1"));

        assertThat(both.lost()).extracting(LostWrite::value).containsExactly(1L, 3L);
        assertThat(judge(parts).counts()).isEqualTo(new Durability.Counts(2, 0, 2, 0, 0));
    }

    @Test
    void withoutFinalReadsNothingIsSaid() {
        Durability asked = Durability.of(history(RunHeader.NONE, "T0 s0 @1..2 w1=1\nT1 s1 @110..120 r1=nil", BEGIN));

        assertThat(asked).isEqualTo(Durability.unknown(WriteKind.WRITE, true, List.of(BEGIN)));
        assertThat(asked.isDoubtful()).isTrue();
    }

    /** Jepsen's set: 2 is lost, 3 is recovered, and the second node is behind. */
    @Test
    void elementsOfSetsAreLostAndRecovered() {
        Durability judged = judge("""
                T0 s0 @1..2 e1=1
                T1 s0 @10..20 e1=2
                T2 s1 info:08006 @10..20 e1=3
                T3 s2 info:08006 @10..20 e1=4
                T4 s3 @110..120 r1={1 3}
                T5 s4 @110..130 r1={1}
                """);

        assertThat(judged.kind()).isEqualTo(WriteKind.ADD);
        assertThat(judged.counts()).isEqualTo(new Durability.Counts(2, 1, 0, 1, 1));
        assertThat(judged.lost()).containsExactly(new LostWrite(1, 1, "1", 2, 20, LostWrite.Clues.of(LostWrite.NONE)));
    }

    @Test
    void faultsWithoutFinalReadsCutTheJudgementOff() {
        var kill = new FaultEvent(5, Phase.INJECTED, "kill", "n1");
        var failed = new FaultEvent(5, Phase.INJECTED, "failed kill", "n1");

        assertThat(Durability.of(history(RunHeader.NONE, "T0 s0 @1..2 w1=1", kill))
                        .isCutOff())
                .isTrue();
        assertThat(Durability.of(history(RunHeader.NONE, "T0 s0 @1..2 w1=1", failed))
                        .isCutOff())
                .isFalse();
        assertThat(Durability.of(history(RunHeader.NONE, "T0 s0 @1..2 w1=1", kill, BEGIN))
                        .isCutOff())
                .isFalse();
    }
}
