package moirai.analysis.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import org.junit.jupiter.api.Test;

/** Counters and accounts after faults. */
class SumDurabilityTest {

    private static final FaultEvent FAILOVER = new FaultEvent(50, Phase.INJECTED, "failover", "n2");
    private static final FaultEvent BEGIN = new FaultEvent(100, Phase.INJECTED, Durability.FINAL_READS, "n1 n2");
    private static final FaultEvent END = new FaultEvent(200, Phase.HEALED, Durability.FINAL_READS, "n1 n2");

    private static final String BANK = "bank key-count=3 read-share=0.5 max-amount=5 total=10 negative-balances=false";

    private static Durability judge(String workload, String text) {
        var header = new RunHeader(new Seed(1), workload, "serializable", "serializable", "db", Instant.EPOCH);
        return Durability.of(RegisterDurabilityTest.history(header, text, FAILOVER, BEGIN, END));
    }

    private static Durability counters(String text) {
        return judge("counter", text);
    }

    /** 8 were acknowledged, and 4 are missing: one of 5, or two of the others. */
    @Test
    void aSumThatIsTooSmallLacksAcknowledgedIncrements() {
        Durability judged = counters("""
                T0 s0 @1..2 i1=5
                T1 s0 @10..20 i1=2 i1=1
                T2 s1 @110..120 c1=4
                T3 s2 @110..120 c1=3
                """);

        assertThat(judged.kind()).isEqualTo(WriteKind.INCREMENT);
        assertThat(judged.counts()).isEqualTo(new Durability.Counts(3, 1, 0, 0, 1));
        assertThat(judged.losses().sums()).containsExactly(new WrongSum(1, 4, 8, 1, 0, 0));
        assertThat(judged.lost()).isEmpty();
        assertThat(counters("T0 s0 @1..2 i1=2\nT1 s0 @3..4 i1=2\nT2 s0 @5..6 i1=2\nT3 s1 @110..120 c1=3")
                        .lostCount())
                .isEqualTo(2);
    }

    /** Whether it took effect is not known; one that may have made the sum smaller explains that it is. */
    @Test
    void whatIsOfUnknownOutcomeExplainsWhateverItCan() {
        assertThat(counters("T0 s0 @1..2 i1=5\nT1 s1 info @1..2 i1=9\nT2 s2 @110..120 c1=5")
                        .isBroken())
                .isFalse();
        assertThat(counters("T0 s0 @1..2 i1=5\nT1 s1 info @1..2 i1=-3\nT2 s2 @110..120 c1=2")
                        .isBroken())
                .isFalse();
        assertThat(counters("T0 s0 @1..2 i1=5\nT1 s1 info @1..2 i1=-3\nT2 s2 @110..120 c1=1")
                        .isBroken())
                .isTrue();
    }

    /** More than all is no loss of increments; of decreases it may be one. */
    @Test
    void aSumThatIsTooGreatLacksAcknowledgedDecreases() {
        assertThat(counters("T0 s0 @1..2 i1=5\nT1 s1 @110..120 c1=7").isBroken())
                .isFalse();
        assertThat(counters("T0 s0 @1..2 i1=5 i1=-3\nT1 s1 @110..120 c1=5")
                        .losses()
                        .sums())
                .containsExactly(new WrongSum(1, 5, 2, 1, 0, 0));
    }

    /** Not even the loss of all explains it, so it is no mere loss. */
    @Test
    void aSumBelowAllThatCouldBeMissingIsLeftToOthers() {
        assertThat(counters("T0 s0 @1..2 i1=5\nT1 s1 @110..120 c1=-1").isBroken())
                .isFalse();
    }

    /** A commit that was acknowledged while final reads went on may be in them or not. */
    @Test
    void whatEndsWhileFinalReadsGoOnMayBeMissing() {
        assertThat(counters("T0 s0 @10..100 i1=5\nT1 s1 @110..120 c1=0").isBroken())
                .isTrue();
        assertThat(counters("T0 s0 @10..101 i1=5\nT1 s1 @110..120 c1=0").isBroken())
                .isFalse();
        assertThat(counters("T0 s0 @10..20 i1=5\nT1 s1 @110..120 c1=0\nT2 s2 @110..120 r1=?")
                        .isBroken())
                .isFalse();
    }

    /** An increment whose record is lost may be a negative one. */
    @Test
    void whereRecordsAreMissingNothingFollowsFromSums() {
        History whole = HistoryNotation.parse("T0 s0 @1..2 i1=5\nT1 s1 @110..120 c1=0");
        var builder = new HistoryBuilder(whole.header());
        for (int txn = 0; txn < whole.txnCount(); txn++) {
            builder.add(whole.txn(txn));
        }
        builder.fault(BEGIN).fault(END);

        assertThat(Durability.of(builder.build(false)).isKnown()).isFalse();
    }

    @Test
    void numbersThatMayOverflowProveNothing() {
        assertThat(counters("T0 s0 @1..2 i1=9223372036854775807\nT1 s1 @110..120 c1=5")
                        .isBroken())
                .isFalse();
        assertThat(counters("T0 s0 @1..2 i1=5\nT1 s1 @110..120 c1=-9223372036854775808")
                        .isBroken())
                .isFalse();
    }

    /** The accounts begin with 4, 3 and 3. The transfer of 2 is gone whole, so the total is right. */
    @Test
    void aTransferThatIsGoneShowsInTheBalancesThoughTheTotalIsRight() {
        Durability judged = judge(BANK, "T0 s0 @1..2 i0=-2 i1=2\nT1 s1 @110..120 c0=4 c1=3 c2=3");

        assertThat(judged.kind()).isEqualTo(WriteKind.BALANCE_CHANGE);
        assertThat(judged.counts()).isEqualTo(new Durability.Counts(2, 2, 0, 0, 0));
        assertThat(judged.losses().sums())
                .containsExactly(new WrongSum(0, 4, 2, 1, 0, 0), new WrongSum(1, 3, 5, 1, 0, 0));
        assertThat(judge(BANK, "T0 s0 @1..2 i0=-2 i1=2\nT1 s1 @110..120 c0=2 c1=5 c2=3")
                        .isBroken())
                .isFalse();
    }

    /** Without a recipe nobody knows what accounts begin with. */
    @Test
    void accountsOfUnknownBalancesProveNothing() {
        assertThat(judge("bank", "T0 s0 @1..2 i0=-2 i1=2\nT1 s1 @110..120 c0=4 c1=3")
                        .isBroken())
                .isFalse();
    }
}
