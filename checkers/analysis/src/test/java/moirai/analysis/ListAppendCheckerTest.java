package moirai.analysis;

import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.REALTIME;
import static moirai.analysis.Dependency.WRITE_READ;
import static moirai.analysis.Dependency.WRITE_WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.analysis.Anomaly.Cycle;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

/** One smallest history for each phenomenon, and what must not be taken for one. */
class ListAppendCheckerTest {

    private static Findings findings(String history) {
        return new ListAppendChecker().analyze(HistoryNotation.parse(history));
    }

    private static List<Anomaly> anomalies(String history) {
        return findings(history).anomalies();
    }

    @Test
    void serialHistoryPassesTheStrongestLevel() {
        var findings = findings("""
                T0 s0 @0..1 a1=1 a2=1
                T1 s1 @2..3 r1=[1] a2=2
                T2 s0 @4..5 r2=[1 2] r1=[1]
                """);

        assertThat(findings.anomalies()).isEmpty();
        assertThat(findings.at(IsolationLevel.STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Pass.class);
        assertThat(findings.strongestHolding()).containsExactly(IsolationLevel.STRICT_SERIALIZABLE);
    }

    /** Each misses the other's append: two adjacent rw edges, which SI allows. */
    @Test
    void writeSkewSeparatesSnapshotIsolationFromSerializability() {
        var findings = findings("""
                T0 s0 r1=[] a2=7
                T1 s1 r2=[] a1=8
                """);

        assertThat(findings.at(IsolationLevel.SNAPSHOT_ISOLATION)).isEqualTo(new Verdict.Pass(2, 2));
        assertThat(findings.at(IsolationLevel.SERIALIZABLE))
                .isEqualTo(new Verdict.Fail(
                        List.of(new Cycle(Phenomenon.G2_ITEM, List.of(0, 1), List.of(READ_WRITE, READ_WRITE)))));
    }

    /** Key 1 takes T0's append first, key 2 takes T1's. */
    @Test
    void writesInOppositeOrdersAreDirtyWrites() {
        assertThat(anomalies("""
                T0 s0 a1=1 a2=1
                T1 s1 a1=2 a2=2
                T2 s2 r1=[1 2] r2=[2 1]
                """)).contains(new Cycle(Phenomenon.G0, List.of(0, 1), List.of(WRITE_WRITE, WRITE_WRITE)));
    }

    /** T1's append stands between two of T0's, so T0 had not finished when T1 wrote. */
    @Test
    void interleavedAppendsToOneKeyAreDirtyWrites() {
        assertThat(anomalies("""
                T0 s0 a1=1 a1=3
                T1 s1 a1=2
                T2 s2 r1=[1 2 3]
                """))
                .containsExactly(new Cycle(Phenomenon.G0, List.of(0, 1), List.of(WRITE_WRITE, WRITE_WRITE)));
    }

    /** Each read what the other appended. */
    @Test
    void circularInformationFlowIsG1c() {
        assertThat(anomalies("""
                T0 s0 a1=1 r2=[1]
                T1 s1 a2=1 r1=[1]
                """))
                .containsExactly(new Cycle(Phenomenon.G1C, List.of(0, 1), List.of(WRITE_READ, WRITE_READ)));
    }

    @Test
    void abortedReadIsReportedOncePerReader() {
        assertThat(anomalies("""
                T0 s0 fail a1=1 a1=2
                T1 s1 r1=[1 2]
                T2 s2 r1=[1 2]
                """))
                .containsExactly(new Anomaly.AbortedRead(1, 2, 1, 0), new Anomaly.AbortedRead(2, 3, 1, 0));
    }

    @Test
    void readOfAnIndeterminateAppendIsNoAbortedRead() {
        assertThat(anomalies("""
                T0 s0 info a1=1
                T1 s1 r1=[1]
                """)).isEmpty();
    }

    @Test
    void readInTheMiddleOfATransactionIsIntermediate() {
        assertThat(anomalies("""
                T0 s0 a1=1 a1=2
                T1 s1 r1=[1]
                T2 s2 r1=[1 2]
                """)).containsExactly(new Anomaly.IntermediateRead(1, 2, 1, 0));
    }

    @Test
    void aTransactionMayReadItsOwnIntermediateVersion() {
        assertThat(anomalies("""
                T0 s0 a1=1 r1=[1] a1=2 r1=[1 2]
                T1 s1 r1=[1 2]
                """)).isEmpty();
    }

    /** T1 sees T0's append to key 2 and misses its append to key 1. */
    @Test
    void fracturedReadIsReadSkew() {
        assertThat(anomalies("""
                T0 s0 a1=1 a2=1
                T1 s1 r1=[] r2=[1]
                """))
                .containsExactly(new Cycle(Phenomenon.G_SINGLE, List.of(0, 1), List.of(WRITE_READ, READ_WRITE)));
    }

    /** T0 and T1 both extend the empty list; T1 comes second without having seen T0. */
    @Test
    void twoUpdatesOfOneVersionAreALostUpdate() {
        var findings = findings("""
                T0 s0 r1=[] a1=1
                T1 s1 r1=[] a1=2
                T2 s2 r1=[1 2]
                """);

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_SINGLE, Phenomenon.LOST_UPDATE);
        assertThat(findings.anomalies()).contains(new Anomaly.LostUpdate(1, 2, 3, 0));
    }

    /** Two readers see two independent appends in opposite orders. */
    @Test
    void longForkHasTwoReadWriteEdgesThatAreNotAdjacent() {
        var findings = findings("""
                T0 s0 a1=1
                T1 s1 a2=1
                T2 s2 r1=[1] r2=[]
                T3 s3 r1=[] r2=[1]
                """);

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_NONADJACENT);
        assertThat(findings.at(IsolationLevel.CONSISTENT_VIEW)).isInstanceOf(Verdict.Pass.class);
        assertThat(findings.at(IsolationLevel.SNAPSHOT_ISOLATION)).isInstanceOf(Verdict.Fail.class);
    }

    /** T1 began after T0 had ended, and still missed its append. */
    @Test
    void staleReadBreaksOnlyRealtime() {
        assertThat(anomalies("""
                T0 s0 @0..10 a1=1
                T1 s1 @20..30 r1=[]
                """))
                .containsExactly(new Cycle(Phenomenon.G_SINGLE_REALTIME, List.of(0, 1), List.of(REALTIME, READ_WRITE)));
    }

    /** Intervals are closed, so transactions that touch are concurrent. */
    @Test
    void touchingTransactionsAreConcurrent() {
        assertThat(anomalies("""
                T0 s0 @0..10 a1=1
                T1 s1 @10..30 r1=[]
                """)).isEmpty();
    }

    /** An unknown outcome may take effect after anything that was seen. */
    @Test
    void anIndeterminateTransactionPrecedesNobodyInRealtime() {
        assertThat(anomalies("""
                T0 s0 info @0..10 a1=1
                T1 s1 @20..30 r1=[]
                T2 s2 @40..50 r1=[1]
                """)).isEmpty();
    }

    /** Nor in its session, should that go on: its commit may still be on its way. */
    @Test
    void anIndeterminateTransactionPrecedesNobodyInItsSession() {
        assertThat(anomalies("""
                T0 s0 @0..1 r2=[]
                T1 s0 info @2..3 a1=1
                T2 s0 @4..5 r1=[] a2=1
                T3 s1 @6..7 r1=[1]
                """)).isEmpty();
        assertThat(findings("""
                T0 s0 @0..1 a2=1
                T1 s0 info @2..3 a1=1
                T2 s0 @4..5 r2=[]
                T3 s1 @6..7 r1=[1]
                """).phenomena()).contains(Phenomenon.G_SINGLE_PROCESS);
    }

    @Test
    void aSessionThatForgetsItsOwnAppendBreaksOnlyItsOrder() {
        assertThat(findings("""
                T0 s0 a1=1
                T1 s0 r1=[]
                """).phenomena()).containsExactly(Phenomenon.G_SINGLE_PROCESS);
    }

    @Test
    void elementsThatNobodyAppendedAreGarbage() {
        assertThat(anomalies("T0 s0 r1=[99]")).containsExactly(new Anomaly.GarbageRead(0, 0, 99));
    }

    @Test
    void elementsThatStandTwiceAreDuplicates() {
        assertThat(anomalies("""
                T0 s0 a1=1
                T1 s1 r1=[1 1]
                """)).containsExactly(new Anomaly.DuplicateElement(1, 1, 1));
    }

    @Test
    void appendsOfOneTransactionInAnotherOrderThanItsOwnAreReordered() {
        assertThat(anomalies("""
                T0 s0 a1=1 a1=2 a1=3
                T1 s1 r1=[2 1 3]
                """)).containsExactly(new Anomaly.ReorderedAppends(1, 3, 0, 0, 1));
        // Somebody else's element in between changes nothing.
        assertThat(findings("""
                T0 s0 a1=1 a1=2
                T1 s1 a1=3
                T2 s2 r1=[2 1 3]
                """).phenomena()).contains(Phenomenon.REORDERED_APPENDS);
    }

    @Test
    void anElementWithoutTheOneThatItsWriterAppendedBeforeIsReordered() {
        assertThat(findings("""
                T0 s0 a1=1 a1=2
                T1 s1 r1=[2]
                """).at(IsolationLevel.READ_UNCOMMITTED))
                .isEqualTo(new Verdict.Fail(List.of(new Anomaly.ReorderedAppends(1, 2, 0, 0, 1))));
    }

    @Test
    void readsThatDoNotExtendEachOtherAreOfIncompatibleOrder() {
        assertThat(anomalies("""
                T0 s0 a1=1
                T1 s1 a1=2
                T2 s2 r1=[1]
                T3 s3 r1=[2]
                """)).containsExactly(new Anomaly.IncompatibleOrder(2, 2, 3, 3));
    }

    @Test
    void aTransactionThatMissesItsOwnAppendIsInternallyInconsistent() {
        assertThat(findings("T0 s0 a1=1 r1=[]").anomalies()).contains(new Anomaly.InternalInconsistency(0, 1, true));
        assertThat(findings("T0 s0 a1=1 r1=[1]").anomalies()).isEmpty();
    }

    @Test
    void aReadThatChangesWithinATransactionIsInternallyInconsistent() {
        assertThat(findings("""
                T0 s0 a1=1
                T1 s1 r1=[] r1=[1]
                """).phenomena()).containsExactly(Phenomenon.G_SINGLE, Phenomenon.INTERNAL);
    }

    @Test
    void aReadOfWhatTheTransactionAppendsLaterIsAFutureRead() {
        assertThat(anomalies("T0 s0 r1=[1] a1=1")).containsExactly(new Anomaly.FutureRead(0, 0, 1));
    }

    @Test
    void aCommittedAppendAfterAnAbortedOneIsADirtyUpdate() {
        assertThat(anomalies("""
                T0 s0 fail a1=1
                T1 s1 a1=2
                T2 s2 r1=[1 2]
                """))
                .containsExactly(new Anomaly.AbortedRead(2, 2, 1, 0), new Anomaly.DirtyUpdate(1, 1, 0, 0));
    }

    /** T2 saw a version that was rolled back; whether T1 built on that one is not known. */
    @Test
    void anAppendThatNobodyReadIsNoDirtyUpdate() {
        assertThat(anomalies("""
                T0 s0 fail a1=1
                T1 s1 a1=2
                T2 s2 r1=[1]
                """)).containsExactly(new Anomaly.AbortedRead(2, 2, 1, 0));
    }

    /** T1 is proven committed by T2, so that its own read of an aborted element counts. */
    @Test
    void indeterminateTransactionsThatWereReadTakePart() {
        assertThat(findings("""
                T0 s0 fail a1=1
                T1 s1 info r1=[1] a2=1
                T2 s2 r2=[1]
                """).phenomena()).containsExactly(Phenomenon.G1A);
    }

    @Test
    void abortedTransactionsReadsProveNothing() {
        assertThat(anomalies("""
                T0 s0 a1=1
                T1 s1 fail r1=[7] r1=[]
                """)).isEmpty();
    }

    @Test
    void lostRecordsMakeGarbageDoubtful() {
        var builder = new HistoryBuilder(RunHeader.NONE);
        builder.add(HistoryNotation.parse("T0 s0 r1=[99]").txn(0));

        var findings = new ListAppendChecker().analyze(builder.build(false));

        assertThat(findings.anomalies()).isEmpty();
        assertThat(findings.at(IsolationLevel.READ_UNCOMMITTED)).isInstanceOf(Verdict.Undecided.class);
        assertThat(findings.strongestHolding()).isEmpty();
    }

    @Test
    void anElementAppendedTwiceMakesItsKeyUndecidable() {
        assertThat(findings("""
                T0 s0 a1=1
                T1 s1 a1=1
                """).at(IsolationLevel.READ_COMMITTED)).isInstanceOf(Verdict.Undecided.class);
    }

    /** Without knowing whose 1 was read, nothing is aborted, intermediate, of the future or there too often. */
    @Test
    void elementsAppendedTwiceAccuseNobody() {
        assertThat(anomalies("""
                T0 s0 fail a1=1
                T1 s1 a1=1
                T2 s2 r1=[1]
                """)).isEmpty();
        assertThat(anomalies("""
                T0 s0 a1=1 a1=2
                T1 s1 a1=1
                T2 s2 r1=[1]
                T3 s3 r1=[1 2 1]
                """)).isEmpty();
        assertThat(anomalies("""
                T0 s0 a1=1
                T1 s1 r1=[1] a1=1
                """)).isEmpty();
    }

    /** T0 may be the one that did not take effect, so its stale read counts for nothing. */
    @Test
    void elementsAppendedTwiceDoNotProveACommit() {
        assertThat(anomalies("""
                T0 s0 info a1=1 r2=[9]
                T1 s1 a1=1
                T2 s2 r1=[1]
                """)).isEmpty();
    }

    /** Kingsbury and Alvaro 2020, figure 2: the paper's own example. */
    @Test
    void paperExampleIsReadSkewInRealtime() {
        var findings = findings("""
                T0 s0 @0..9 a250=10 r253=[1 3 4] r255=[2 3 4 5] a256=3
                T1 s1 @0..9 a255=8 r253=[1 3 4]
                T2 s2 @0..9 a256=4 r255=[2 3 4 5 8] r256=[1 2 4] r253=[1 3 4]
                T3 s3 @0..9 a253=1 a255=2 a256=1
                T4 s4 @0..9 a253=3 a255=3 a256=2
                T5 s5 @0..9 a253=4 a255=4
                T6 s6 @0..9 a255=5
                T7 s7 @0..9 r256=[1 2 4 3]
                """);

        assertThat(findings.anomalies())
                .contains(
                        new Cycle(Phenomenon.G_SINGLE, List.of(0, 1, 2), List.of(READ_WRITE, WRITE_READ, WRITE_WRITE)));
    }

    @Test
    void registersAreRefused() {
        History history = HistoryNotation.parse("T0 s0 w1=7");

        assertThatThrownBy(() -> new ListAppendChecker().analyze(history))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the keys of this history hold registers, and what appends prove can be inferred from lists"
                        + " alone");
    }
}
