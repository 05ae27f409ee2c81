package moirai.analysis.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListReadsTest {

    @Test
    void lastElementNamesTheWriter() {
        String text = """
                T0 s0 a1=1 a1=2
                T1 s1 r1=[1 2] r2=[] a1=3
                T2 s2 r1=[1 2 3] r1=?
                """;

        assertThat(Reduction.txns(text)).containsExactly("T0 w1", "T1 r1=T0 r2=init w1", "T2 r1=T1");
        assertThat(Reduction.versions(text, 1)).containsExactly("T0", "T1");
        assertThat(Reduction.of(text).doubts()).isEmpty();
    }

    @Test
    void ownElementsShowTheVersionBelow() {
        String text = """
                T0 s0 a1=1
                T1 s1 a1=2 r1=[1 2] a2=1 r2=[1]
                """;

        assertThat(Reduction.txns(text)).containsExactly("T0 w1", "T1 r1=T0 r2=init w1 w2");
        assertThat(Reduction.versions(text, 2)).containsExactly("T1");
    }

    @Test
    void abortedIntermediateAndUnknownElementsNameNoWriter() {
        String text = """
                T0 s0 a1=1 a2=1 a1=2
                T1 s1 fail a2=2
                T2 s2 r1=[1] r2=[1 2] r3=[99]
                """;

        assertThat(Reduction.txns(text)).containsExactly("T0 w1 w2", "T2");
        assertThat(Reduction.of(text).anomalies()).isEmpty();
        assertThat(Reduction.versions(text, 2)).containsExactly("T0");
    }

    @Test
    void appendsThatNobodyReadHaveNoKnownPlaceIfThereAreSeveral() {
        String text = """
                T0 s0 a1=1
                T1 s1 r1=[1]
                T2 s2 a1=2
                T3 s3 a1=3
                """;

        assertThat(Reduction.versions(text, 1)).containsExactly("T0");
    }

    @Test
    void interleavedAppendsRepeatTheWriter() {
        assertThat(Reduction.versions("""
                T0 s0 a1=1 a1=3
                T1 s1 a1=2
                T2 s2 r1=[1 2 3]
                """, 1)).containsExactly("T0", "T1", "T0");
    }

    @Test
    void keyWithIncompatibleReadsHasNoVersionsButSources() {
        String text = """
                T0 s0 a1=1
                T1 s1 a1=2
                T2 s2 r1=[1]
                T3 s3 r1=[2]
                """;

        assertThat(Reduction.txns(text)).containsExactly("T0 w1", "T1 w1", "T2 r1=T0", "T3 r1=T1");
        assertThat(Reduction.versions(text, 1)).isEmpty();
    }

    @Test
    void unknownElementEndsWhatIsKnown() {
        assertThat(Reduction.versions("""
                T0 s0 a1=1
                T1 s1 a1=2
                T2 s2 r1=[1 99 2]
                """, 1)).containsExactly("T0");
    }

    @Test
    void keyWithARepeatedElementIsADoubt() {
        String text = """
                T0 s0 a1=1 a2=1
                T1 s1 a1=1
                T2 s2 r1=[1] r2=[1]
                """;

        assertThat(Reduction.txns(text)).containsExactly("T0 w1 w2", "T1 w1", "T2 r2=T0");
        assertThat(Reduction.of(text).doubts())
                .containsExactly("key 1 was given the same element by two appends, so its reads cannot be attributed");
    }

    @Test
    void indeterminateTransactionsTookEffectIfTheyWereRead() {
        String text = """
                T0 s0 info a1=1
                T1 s1 info a1=2
                T2 s2 r1=[1]
                """;

        assertThat(Reduction.txns(text)).containsExactly("T0 w1", "T2 r1=T0");
        assertThat(Reduction.of(text).history().endNanos(0)).isEqualTo(Long.MAX_VALUE);
    }
}
