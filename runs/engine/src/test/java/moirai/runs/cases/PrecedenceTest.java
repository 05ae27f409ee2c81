package moirai.runs.cases;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.History;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;

class PrecedenceTest {

    /** Returns statements in the order that reads require, one transaction after the other as far as possible. */
    private static String order(String notation) {
        History history = HistoryNotation.parse(notation);
        StatementOrder order = new Precedence(history, false).by(turn -> turn.txn());
        assertThat(order.isOf(history)).isTrue();
        return order.toString();
    }

    /** T0.1 reads the list that T1 appends to, and T1.1 the list of T0: both reads come before either end. */
    @Test
    void whoMissedAnAppendReadBeforeItsEnd() {
        assertThat(order("""
                T0 s3 @1000..9000 r10=[] a25=7
                T1 s5 @2000..8000 r25=[] a10=8
                """)).isEqualTo("T0.0 T0.1 T0.2 T1.0 T1.1 T0.3 T1.2 T1.3");
    }

    /** T1 appends behind T0, so it does so after the end of T0; its first read is before that, its second behind. */
    @Test
    void whoAppendsBehindAnotherWaitsForItsEnd() {
        assertThat(order("""
                T0 s3 @1000..5000 r10=[] a10=7
                T1 s5 @2000..9000 r10=[] a10=8 r10=[7 8]
                """)).isEqualTo("T0.0 T0.1 T0.2 T1.0 T1.1 T0.3 T1.2 T1.3 T1.4");
    }

    @Test
    void whoReadAnAppendReadsAfterItsEnd() {
        assertThat(order("""
                T0 s3 @1000..9000 r10=[] r25=[8]
                T1 s5 @2000..5000 a10=7 a25=8
                """)).isEqualTo("T0.0 T0.1 T1.0 T1.1 T1.2 T1.3 T0.2 T0.3");
    }

    /** The first read shows an append that was never committed, so it is between the append and its rollback. */
    @Test
    void whatWasUndoneIsReadBeforeThat() {
        assertThat(order("""
                T0 s0 fail:x a1=7
                T1 s1 r1=[7]
                """)).isEqualTo("T0.0 T0.1 T1.0 T1.1 T0.2 T1.2");
    }

    /** For statements, the reads require a circle: each reader before one writer and behind the other. */
    @Test
    void readsThatContradictEachOtherStillHaveAnOrder() {
        assertThat(order("""
                T0 s0 a1=1
                T1 s1 a2=2
                T2 s2 r1=[1] r2=[]
                T3 s3 r2=[2] r1=[]
                """)).isEqualTo("T0.0 T0.1 T0.2 T1.0 T1.1 T2.0 T2.1 T2.2 T1.2 T2.3 T3.0 T3.1 T3.2 T3.3");
    }

    /** List 2 of the range did not exist, and list 3 did. */
    @Test
    void aScanIsOneStatementAndMissesWhatItDoesNotShow() {
        assertThat(order("""
                T0 s0 p1..9=1 r3=[3] a7=1
                T1 s1 a2=2
                T2 s2 a3=3
                """)).isEqualTo("T0.0 T1.0 T1.1 T2.0 T2.1 T2.2 T0.1 T0.2 T0.3 T0.4 T1.2");
    }
}
