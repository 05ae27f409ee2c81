package moirai.analysis;

import static moirai.analysis.Dependency.PROCESS;
import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.WRITE_READ;
import static moirai.analysis.Dependency.WRITE_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;

class CyclePatternTest {

    /** The class of the first cycle, and what its explanation calls the whole of it. */
    private static String sentence(String notation) {
        History history = HistoryNotation.parse(notation);
        Anomaly cycle = new ListAppendChecker()
                .analyze(history).anomalies().stream()
                        .filter(Anomaly.Cycle.class::isInstance)
                        .findFirst()
                        .orElseThrow();
        String last = new ExplanationText(new Explainer(history).explain(cycle))
                .sentences()
                .getLast();
        return cycle.phenomenon().label() + (last.startsWith("This is a ") ? last.substring(9) : "");
    }

    /** T0 -wr-> T2 -rw-> T1 -wr-> T3 -rw-> T0. */
    @Test
    void longForkNamesItsReadersAndItsWriters() {
        assertThat(sentence("""
                        T0 s0 a1=1
                        T1 s1 a2=1
                        T2 s2 r1=[1] r2=[]
                        T3 s3 r1=[] r2=[1]
                        """))
                .isEqualTo("G-nonadjacent long fork: T2 and T3 saw the writes of T0 and T1 in opposite orders.");
    }

    /** T0 -wr-> T1 -rw-> T0. */
    @Test
    void fracturedReadGoesBackToTheTransactionThatWasReadFrom() {
        assertThat(sentence("""
                        T0 s0 a1=1 a2=1
                        T1 s1 r1=[] r2=[1]
                        """)).isEqualTo("G-single fractured read: T1 saw a part of T0 and missed another.");
    }

    /** T1 saw T2, which had seen T0, and missed T0: read skew over three transactions has no name of its own. */
    @Test
    void readSkewThroughAThirdTransactionIsNoFracturedRead() {
        assertThat(sentence("""
                        T0 s0 a1=1
                        T1 s1 r2=[1] r1=[]
                        T2 s2 r1=[1] a2=1
                        """)).isEqualTo("G-single");
    }

    @Test
    void writeSkewNamesBoth() {
        assertThat(sentence("""
                        T0 s0 r1=[] a2=7
                        T1 s1 r2=[] a1=8
                        """)).isEqualTo("G2-item write skew: T0 and T1 each missed what the other wrote.");
    }

    /** Nobody read the order of 1 and 2; in either order one of the two rw edges is a ww edge as well. */
    @Test
    void twoWhoMissedEachOthersAppendsToOneListLostAnUpdate() {
        String lost =
                "lost update: T0 and T1 both appended to one list, and whichever came second had missed the other.";
        assertThat(sentence("""
                        T0 s0 r1=[] a1=1
                        T1 s1 r1=[] a1=2
                        """)).isEqualTo("G2-item " + lost);
        assertThat(sentence("""
                        T0 s0 p0..9=0 a1=1
                        T1 s1 p0..9=0 a1=2
                        """)).isEqualTo("G2 " + lost);
    }

    /** The order in either list was never read, and only one of the two transactions appended to each. */
    @Test
    void unreadAppendsToTwoListsAreAWriteSkew() {
        assertThat(sentence("""
                        T0 s0 r1=[] a2=7
                        T1 s1 r2=[] a1=8
                        T2 s2 a1=9 a2=9
                        """)).isEqualTo("G2-item write skew: T0 and T1 each missed what the other wrote.");
    }

    @Test
    void circlesThroughSessionsHaveNoPattern() {
        assertThat(CyclePattern.of(List.of(PROCESS, READ_WRITE))).isEmpty();
        assertThat(CyclePattern.of(List.of(WRITE_READ, READ_WRITE, PROCESS, READ_WRITE)))
                .isEmpty();
        assertThat(CyclePattern.of(List.of(WRITE_WRITE, READ_WRITE))).isEmpty();
        assertThat(CyclePattern.of(List.of(WRITE_READ, WRITE_READ, READ_WRITE, READ_WRITE)))
                .isEmpty();
    }
}
