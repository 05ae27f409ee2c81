package moirai.analysis.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.analysis.Anomaly;
import moirai.history.History;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;

class RepeatedValuesTest {

    private static RepeatedValues of(String text) {
        return Reduction.of(text).repeated().orElseThrow();
    }

    private static List<String> under(String text, int... writers) {
        History recorded = HistoryNotation.parse(text);
        return Reduction.txns(recorded, of(text).under(writers).history());
    }

    @Test
    void candidatesWroteTheValueLastAndMayHaveTakenEffect() {
        String text = """
                T0 s0 w1=7
                T1 s1 w1=7 w1=8
                T2 s2 fail w1=7
                T3 s3 info w1=7
                T4 s4 r1=7 w1=7
                """;
        RepeatedValues values = of(text);

        assertThat(values.count()).isEqualTo(1);
        assertThat(values.reader(0)).isEqualTo(4);
        assertThat(values.candidates(0)).containsExactly(0, 3);
        assertThat(Reduction.txns(HistoryNotation.parse(text), values.base().history()))
                .containsExactly("T0 w1", "T1 w1", "T4 w1");
        assertThat(under(text, 0)).containsExactly("T0 w1", "T1 w1", "T4 r1=T0 w1");
        assertThat(under(text, 3)).containsExactly("T0 w1", "T1 w1", "T3 w1", "T4 r1=T3 w1");
        assertThat(values.under(3).provenBy(3)).isEqualTo(values.readOp(0));
    }

    /** What T1 read counts only if T2 read from it. */
    @Test
    void readsOfUnknownOutcomesAreOpenIfSomebodyMayHaveReadFromThem() {
        String text = """
                T0 s0 w1=7
                T1 s1 info r1=7 w2=5
                T2 s2 r2=5
                T3 s3 w2=5 w1=7
                """;
        RepeatedValues values = of(text);

        assertThat(values.count()).isEqualTo(2);
        assertThat(under(text, 3, 1)).containsExactly("T0 w1", "T1 r1=T3 w2", "T2 r2=T1", "T3 w1 w2");
        assertThat(under(text, 3, 3)).containsExactly("T0 w1", "T2 r2=T3", "T3 w1 w2");
    }

    @Test
    void readThatAllItsWritersOverwroteIsIntermediate() {
        RepeatedValues values = of("""
                T0 s0 w1=7 w1=8
                T1 s1 w1=7 w1=9
                T2 s2 r1=7
                """);

        assertThat(values.count()).isZero();
        assertThat(values.base().reads().anomalies()).containsExactly(new Anomaly.IntermediateRead(2, 4, 7, 1));
    }

    @Test
    void readsOfAnOverwrittenOwnValueAreNotOpen() {
        RepeatedValues values = of("""
                T0 s0 w1=7
                T1 s1 w1=7
                T2 s2 w1=7 w1=8 r1=7
                """);

        assertThat(values.count()).isZero();
        assertThat(values.base().reads().anomalies()).containsExactly(new Anomaly.InternalInconsistency(2, 4, true));
    }

    @Test
    void uniqueValuesAreNotRepeated() {
        assertThat(Reduction.of("T0 s0 w1=7\nT1 s1 r1=7\n").repeated()).isEmpty();
    }
}
