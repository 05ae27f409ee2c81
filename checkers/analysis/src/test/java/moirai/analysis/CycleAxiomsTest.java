package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

/** Levels that a cycle breaks by its look, which its class does not tell. */
class CycleAxiomsTest {

    private static Findings findings(String history) {
        return new ListAppendChecker().analyze(HistoryNotation.parse(history));
    }

    /** T1 and T3 saw T0 and T2 in opposite orders, so their snapshots are not beginnings of one order of commits. */
    @Test
    void longForkBreaksPrefixAndNotCausal() {
        Findings findings = findings("""
                T0 s0 a1=1
                T1 s1 r1=[1] r2=[]
                T2 s2 a2=1
                T3 s3 r2=[1] r1=[]
                """);

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_NONADJACENT);
        assertThat(findings.weakestBroken())
                .containsExactly(
                        IsolationLevel.REPEATABLE_READ, IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.PREFIX);
        assertThat(findings.at(IsolationLevel.PREFIX))
                .isInstanceOfSatisfying(
                        Verdict.Fail.class,
                        fail -> assertThat(fail.anomalies()).singleElement().isInstanceOf(Anomaly.Cycle.class));
        assertThat(findings.at(IsolationLevel.CAUSAL)).isNotInstanceOf(Verdict.Fail.class);
    }

    /** The same G-nonadjacent by class; but T1 and T3 need not have seen those whose versions they overwrote. */
    @Test
    void forkOfBlindWritesBreaksSnapshotIsolationAndNotPrefix() {
        Findings findings = findings("""
                T0 s0 a1=1
                T1 s1 a1=2 r2=[]
                T2 s2 a2=1
                T3 s3 a2=2 r1=[]
                T4 s4 r1=[1 2] r2=[1 2]
                """);

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_NONADJACENT);
        assertThat(findings.weakestBroken())
                .containsExactly(IsolationLevel.REPEATABLE_READ, IsolationLevel.SNAPSHOT_ISOLATION);
        assertThat(findings.at(IsolationLevel.PREFIX)).isNotInstanceOf(Verdict.Fail.class);
    }

    @Test
    void fracturedReadBreaksReadAtomic() {
        Findings findings = findings("""
                T0 s0 a1=1 a2=1
                T1 s1 r1=[1] r2=[]
                """);

        assertThat(findings.weakestBroken())
                .contains(IsolationLevel.CONSISTENT_VIEW, IsolationLevel.READ_ATOMIC)
                .doesNotContain(IsolationLevel.CAUSAL, IsolationLevel.PREFIX);
        assertThat(findings.alsoBroken()).contains(IsolationLevel.CAUSAL, IsolationLevel.PREFIX);
    }

    /** A session sees all that it did before, not only what it did last. */
    @Test
    void forgettingWhatTheSessionDidEarlierBreaksReadAtomic() {
        Findings findings = findings("""
                T0 s0 a1=1
                T1 s0 a2=1
                T2 s0 r1=[]
                T3 s1 r1=[1] r2=[1]
                """);

        assertThat(findings.weakestBroken()).contains(IsolationLevel.READ_ATOMIC);
    }

    /** T2 saw T1, which had seen T0, and missed T0. */
    @Test
    void forgottenCauseBreaksCausalAndNotReadAtomic() {
        Findings findings = findings("""
                T0 s0 a1=1
                T1 s1 r1=[1] a2=1
                T2 s2 r2=[1] r1=[]
                """);

        assertThat(findings.weakestBroken())
                .contains(IsolationLevel.CONSISTENT_VIEW, IsolationLevel.CAUSAL)
                .doesNotContain(IsolationLevel.READ_ATOMIC);
        assertThat(findings.alsoBroken()).contains(IsolationLevel.PREFIX);
    }

    /** All that is known is that neither saw the other: prefix allows that. */
    @Test
    void lostUpdateLeavesPrefixOpen() {
        Findings findings = findings("""
                T0 s0 r1=[] a1=1
                T1 s1 r1=[] a1=2
                T2 s2 r1=[1 2]
                """);

        assertThat(findings.alsoBroken()).doesNotContain(IsolationLevel.PREFIX, IsolationLevel.CAUSAL);
        assertThat(findings.weakestBroken()).doesNotContain(IsolationLevel.PREFIX, IsolationLevel.CAUSAL);
    }

    @Test
    void doubtOfEverythingIsASentenceAndEveryPhenomenonInTheData() {
        Findings findings = findings("""
                T0 s0 a1=1
                T1 s1 a1=1
                T2 s2 r1=[1]
                """);

        assertThat(findings.at(IsolationLevel.SERIALIZABLE))
                .isEqualTo(new Verdict.Undecided(
                        "key 1 was given the same element by two appends, so its reads cannot be attributed"));
        assertThat(findings.doubts()).containsOnlyKeys(Phenomenon.values());
    }
}
