package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

class EvidenceTest {

    private static Evidence evidence(String history) {
        return Evidence.of(HistoryNotation.parse(history));
    }

    @Test
    void transactionsAreCountedByOutcome() {
        assertThat(evidence("""
                T0 s0 @0..1 a1=1
                T1 s0 fail @2..3 a1=2
                T2 s0 info @4..5 a1=3
                """)).isEqualTo(new Evidence(1, 1, 1, 0, 0, 0));
    }

    @Test
    void onlyCommittedTransactionsOfOtherSessionsOverlap() {
        assertThat(evidence("""
                T0 s0 @0..10 r1=[]
                T1 s0 @10..20 r1=[]
                T2 s1 @5..6 r1=[]
                T3 s2 @30..40 r1=[]
                T4 s3 fail @30..40 r1=[]
                """).overlapping()).isEqualTo(2);
    }

    @Test
    void aLongTransactionOverlapsWithLaterOnes() {
        assertThat(evidence("""
                T0 s0 @0..100 r1=[]
                T1 s1 @1..2 r1=[]
                T2 s1 @50..60 r1=[]
                T3 s1 @90..95 r1=[]
                """).overlapping()).isEqualTo(4);
    }

    @Test
    void versionsAreCountedOnceHoweverOftenTheyAreRead() {
        assertThat(evidence("""
                T0 s0 @0..1 a1=1 a1=2
                T1 s1 @2..3 r1=[1 2] r1=[1 2]
                T2 s1 @4..5 r1=[1 2] r1=[] r2=?
                """).versionsRead()).isEqualTo(1);
    }

    @Test
    void aKeyIsContendedIfTwoSessionsAppendToIt() {
        var evidence = evidence("""
                T0 s0 @0..1 a1=1 a2=1
                T1 s1 @2..3 a1=2
                T2 s0 @4..5 a2=2
                T3 s2 fail @4..5 a2=3
                """);

        assertThat(evidence.keysContended()).isEqualTo(1);
        assertThat(evidence.overlap()).isZero();
    }

    /** Values 7 of two keys are two versions; initial and aborted reads show none. */
    @Test
    void registersAreCounted() {
        assertThat(evidence("""
                T0 s0 @0..5 w1=7 w2=7
                T1 s1 @3..9 w1=8 r1=7 r2=7 r1=7 r3=nil r4=?
                T2 s1 fail r1=8
                """)).isEqualTo(new Evidence(2, 1, 0, 2, 2, 1));
    }

    @Test
    void nothingOverlapsInAHistoryWithoutTimes() {
        History history = new HistoryBuilder(RunHeader.NONE)
                .untimed()
                .write(1, 1)
                .end(0, new Outcome.Committed(), 0, 0)
                .write(1, 2)
                .end(1, new Outcome.Committed(), 0, 0)
                .build();

        assertThat(Evidence.of(history)).isEqualTo(new Evidence(2, 0, 0, 0, 0, 1));
    }
}
