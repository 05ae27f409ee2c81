package moirai.analysis.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

class DurabilityTest {

    private static final FaultEvent BEGIN = new FaultEvent(100, Phase.INJECTED, Durability.FINAL_READS, "n1 n2");
    private static final FaultEvent END = new FaultEvent(200, Phase.HEALED, Durability.FINAL_READS, "n1 n2");

    private static final long SECOND = 1_000_000_000L;

    private static final String LOST = """
            T0 s0 @1..2 a1=1
            T1 s0 @10..20 a1=2 a2=1
            T2 s1 @110..120 r1=[1] r2=[1]
            T3 s2 @110..130 r1=[1] r2=[]
            """;

    /** No node has 2 on key 1; that one node lacks 1 on key 2 is no loss, since the other has it. */
    @Test
    void anAppendThatNoFinalReadShowsIsLost() {
        Durability judged = Durability.of(history(LOST, BEGIN, END));

        assertThat(judged.isBroken()).isTrue();
        assertThat(judged.acknowledged()).isEqualTo(3);
        assertThat(judged.lostCount()).isEqualTo(1);
        assertThat(judged.lost()).containsExactly(new LostWrite(1, 1, "1", 2, 20, LostWrite.Clues.of(LostWrite.NONE)));
    }

    /** Reads share their lists, and what an earlier one has seen is no excuse. */
    @Test
    void whatWasReadBeforeItWasLostIsLost() {
        Durability judged = Durability.of(history("""
                T0 s0 @1..2 a1=1
                T1 s0 @10..20 a1=2
                T2 s1 @30..40 r1=[1 2]
                T3 s1 @110..120 r1=[1]
                """, BEGIN, END));

        assertThat(judged.lostCount()).isEqualTo(1);
    }

    @Test
    void withoutFinalReadsOfAllNodesNothingIsSaid() {
        assertThat(Durability.of(history(LOST)).isKnown()).isFalse();
        assertThat(Durability.of(history(LOST)).isDoubtful()).isFalse();
        assertThat(Durability.of(history(LOST, BEGIN)).isDoubtful()).isTrue();
        assertThat(Durability.of(history(LOST, BEGIN, END)).isDoubtful()).isFalse();
        assertThat(Durability.of(history(LOST, BEGIN)))
                .isEqualTo(Durability.unknown(WriteKind.APPEND, true, List.of(BEGIN)));
    }

    @Test
    void whatWasNotAcknowledgedIsNotLost() {
        Durability judged = Durability.of(history("""
                T0 s0 info:08006 @1..2 a1=1
                T1 s1 fail:40001 @1..2 a1=2
                T2 s2 @110..120 r1=[]
                """, BEGIN, END));

        assertThat(judged.acknowledged()).isZero();
        assertThat(judged.isBroken()).isFalse();
    }

    @Test
    void keysThatWereNotFinallyReadAreNotJudgedAndCounted() {
        Durability judged = Durability.of(history("""
                T0 s0 @1..2 a1=1 a2=5
                T1 s2 @110..120 r1=[1]
                T2 s2 fail:40001 @130..140 r2=[]
                """, BEGIN, END));

        assertThat(judged)
                .isEqualTo(new Durability(
                        WriteKind.APPEND, true, true, counts(1, 0, 1), Durability.Losses.NONE, List.of(BEGIN, END)));
    }

    private static FaultEvent reads(long nanos, Phase phase) {
        return new FaultEvent(nanos, phase, Durability.FINAL_READS, "n1 n2");
    }

    /** Part 2 had another database. What part 1 had finally read is known, and what it had not is not. */
    @Test
    void eachPartOfARunIsJudgedByItsOwnFinalReads() {
        String parts = """
                T0 s0 @1..2 a1=1 a1=2
                T1 s1 @110..120 r1=[1]
                T2 s2 @310..320 a2=1
                T3 s3 @410..420 r2=[1]
                """;

        Durability both =
                Durability.of(history(parts, BEGIN, END, reads(400, Phase.INJECTED), reads(500, Phase.HEALED)));
        Durability second = Durability.of(history(
                parts,
                BEGIN,
                new FaultEvent(130, Phase.HEALED, Durability.UNFINISHED_READS, "n1 n2"),
                reads(400, Phase.INJECTED),
                reads(500, Phase.HEALED)));
        Durability first = Durability.of(history(parts, BEGIN, END));

        assertThat(both.counts()).isEqualTo(counts(3, 1, 0));
        assertThat(both.isDoubtful()).isFalse();
        assertThat(second.counts()).isEqualTo(counts(1, 0, 2));
        assertThat(second.isDoubtful()).isTrue();
        assertThat(first.counts()).isEqualTo(counts(2, 1, 1));
    }

    /** Part 2 went on with the same database, and read all keys again. */
    @Test
    void whatOneFinalReadHasShownIsLostIfALaterOneDoesNot() {
        Durability judged =
                Durability.of(history("""
                T0 s0 @1..2 a1=1 a1=2
                T1 s1 @110..120 r1=[1 2]
                T2 s3 @410..420 r1=[1]
                """, BEGIN, END, reads(400, Phase.INJECTED), reads(500, Phase.HEALED)));

        assertThat(judged.counts()).isEqualTo(counts(2, 1, 0));
    }

    /** A part that was killed before it was to read anything finally has no mark of its own. */
    @Test
    void appendsBehindTheLastFinalReadsAreNotPassedOver() {
        Durability judged = Durability.of(history("""
                T0 s0 @1..2 a1=1
                T1 s1 @110..120 r1=[1]
                T2 s2 @310..320 a2=1
                """, BEGIN, END));

        assertThat(judged.counts()).isEqualTo(counts(1, 0, 1));
        assertThat(judged.isDoubtful()).isTrue();
    }

    @Test
    void theFailoverAfterTheAcknowledgementIsNamed() {
        assertThat(culprit(kill(5), kill(30), failover(40), failover(60))).isEqualTo(2);
    }

    @Test
    void withoutAFailoverTheNextFaultIsNamedAndElseTheLast() {
        assertThat(culprit(kill(5), kill(30), kill(40))).isEqualTo(1);
        assertThat(culprit(kill(5), kill(7))).isEqualTo(1);
    }

    /** A node that was told to take over had received everything; one that did so by itself may not have. */
    @Test
    void aFailoverOfTheClustersOwnIsNamedBeforeOneThatWasAskedFor() {
        assertThat(culprit(failover(40), own(60))).isEqualTo(1);
        assertThat(culprit(own(5), failover(40))).isEqualTo(0);
        assertThat(culprit(own(5), own(22), failover(40))).isEqualTo(1);
        assertThat(culprit(own(5), own(18), own(40))).isEqualTo(1);
    }

    /** The append is acknowledged at 100 s. */
    @Test
    void aFailoverOfTheClustersOwnExplainsNothingThatCameLongAfterIt() {
        assertThat(culpritAt100Seconds(own(75 * SECOND), kill(110 * SECOND))).isZero();
        assertThat(culpritAt100Seconds(own(60 * SECOND), kill(110 * SECOND))).isEqualTo(1);
        assertThat(culpritAt100Seconds(kill(50 * SECOND), own(60 * SECOND))).isZero();
        assertThat(culpritAt100Seconds(own(60 * SECOND))).isEqualTo(LostWrite.NONE);
    }

    /** Until then it cannot learn that it has been replaced; a fault that came later has nothing to do with that. */
    @Test
    void anOldPrimaryMayActUntilShortlyAfterItsFaultIsHealed() {
        assertThat(culpritAt100Seconds(kill(40 * SECOND), own(60 * SECOND), healed(95 * SECOND)))
                .isEqualTo(1);
        assertThat(culpritAt100Seconds(own(60 * SECOND), kill(70 * SECOND), healed(95 * SECOND)))
                .isEqualTo(1);
        assertThat(culpritAt100Seconds(kill(20 * SECOND), healed(30 * SECOND), own(60 * SECOND), kill(110 * SECOND)))
                .isEqualTo(3);
    }

    @Test
    void whatTheClusterDidByItselfIsNoFaultThatSomebodyInjected() {
        assertThat(Durability.of(history(LOST, own(5), BEGIN, END)).isWithoutFaults())
                .isTrue();
        assertThat(Durability.of(history(LOST, own(5), kill(7), BEGIN, END)).isWithoutFaults())
                .isFalse();
    }

    @Test
    void theEndOfAFaultLosesNothing() {
        assertThat(culprit(kill(5), new FaultEvent(30, Phase.HEALED, "kill", "n1")))
                .isZero();
    }

    private static Durability.Counts counts(long acknowledged, long lost, long unread) {
        return new Durability.Counts(acknowledged, lost, unread, 0, 0);
    }

    private static int culprit(FaultEvent... faults) {
        FaultEvent[] all = Arrays.copyOf(faults, faults.length + 2);
        all[faults.length] = BEGIN;
        all[faults.length + 1] = END;
        return Durability.of(history(LOST, all)).lost().getFirst().fault();
    }

    private static int culpritAt100Seconds(FaultEvent... faults) {
        return Culprits.of(List.of(faults), 100 * SECOND);
    }

    private static FaultEvent own(long nanos) {
        return new FaultEvent(nanos, Phase.INJECTED, "failover", "from n1 to n2" + FaultEvent.BY_ITSELF);
    }

    private static FaultEvent healed(long nanos) {
        return new FaultEvent(nanos, Phase.HEALED, "kill", "n1");
    }

    private static FaultEvent kill(long nanos) {
        return new FaultEvent(nanos, Phase.INJECTED, "kill", "n1");
    }

    private static FaultEvent failover(long nanos) {
        return new FaultEvent(nanos, Phase.INJECTED, "failover", "n2");
    }

    private static History history(String text, FaultEvent... faults) {
        History plain = HistoryNotation.parse(text);
        var builder = new HistoryBuilder(plain.header());
        for (int txn = 0; txn < plain.txnCount(); txn++) {
            builder.add(plain.txn(txn));
        }
        for (FaultEvent fault : faults) {
            builder.fault(fault);
        }
        return builder.build();
    }

    private static final List<FaultEvent> FINAL_READS_10_TO_20 = List.of(
            new FaultEvent(10, FaultEvent.Phase.INJECTED, Durability.FINAL_READS, "n1"),
            new FaultEvent(20, FaultEvent.Phase.HEALED, Durability.FINAL_READS, "n1"));

    /** Compares an append to each of some keys from 0 with final reads that show no more than the first of them. */
    private static DurabilityStream compared(int keyCount, int shownCount, AcknowledgedAppends acknowledged) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (int key = 0; key < keyCount; key++) {
            builder.append(key, 1).end(key, new Outcome.Committed(), 1, 2);
        }
        for (int key = 0; key < keyCount; key++) {
            builder.read(key, key < shownCount ? new int[] {1} : new int[0], key < shownCount ? 1 : 0);
        }
        History piece = builder.end(keyCount, new Outcome.Committed(), 12, 13).build();
        acknowledged.add(piece, FinalReadTimes.of(FINAL_READS_10_TO_20));
        var stream = new DurabilityStream(WriteKind.APPEND, FINAL_READS_10_TO_20);
        stream.finalReads(piece);
        stream.acknowledged(piece);
        stream.acknowledged(acknowledged);
        stream.show(piece);
        return stream;
    }

    @Test
    void appendsForWhichNoRoomWasLeaveItOpenWhetherAnyWasLost() {
        assertThat(compared(3, 3, new AcknowledgedAppends(3)).isKnown()).isTrue();
        assertThat(compared(3, 3, new AcknowledgedAppends(2)).isKnown()).isFalse();
    }

    @Test
    void lossIsProvenWhetherOrNotThereWasRoomForAllAppends() {
        DurabilityStream stream = compared(3, 0, new AcknowledgedAppends(2));

        assertThat(stream.isKnown()).isTrue();
        assertThat(stream.isBroken()).isTrue();
    }

    /** Final reads look at every key that there ever was. */
    @Test
    void finalReadsAreShownOfTheKeysWhoseLossIsListed() {
        DurabilityStream stream = compared(Durability.LISTED_MAX + 50, 20, new AcknowledgedAppends());

        assertThat(stream.witnesses()).hasSize(Durability.LISTED_MAX + 1);
        assertThat(stream.witnesses().getLast().ops())
                .hasSize(Durability.LISTED_MAX)
                .allMatch(op -> op.key() >= 20);
    }

    /** The final reads may have missed a commit that went on while they did, whenever it was acknowledged. */
    @Test
    void commitThatOutlastsTheFinalReadsIsNoLoss() {
        History piece = new HistoryBuilder(RunHeader.NONE)
                .append(1, 1)
                .end(0, new Outcome.Committed(), 1, 2)
                .append(1, 2)
                .end(1, new Outcome.Committed(), 5, 25)
                .read(1, new int[] {1}, 1)
                .end(2, new Outcome.Committed(), 12, 13)
                .build();
        var acknowledged = new AcknowledgedAppends();
        acknowledged.add(piece, FinalReadTimes.of(FINAL_READS_10_TO_20));
        var stream = new DurabilityStream(WriteKind.APPEND, FINAL_READS_10_TO_20);
        stream.finalReads(piece);
        stream.acknowledged(acknowledged);

        assertThat(stream.isBroken()).isFalse();
    }
}
