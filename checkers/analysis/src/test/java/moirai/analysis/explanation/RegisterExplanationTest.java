package moirai.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class RegisterExplanationTest {

    private static final History HISTORY = HistoryNotation.parse("""
            T0 s0 fail @0..5000000 w1=7 w2=7
            T1 s1 w3=1 w3=2
            T2 s2 r1=7 r3=1 r4=nil r5=? r6=9 w6=9
            """);

    private final Explainer explainer = new Explainer(HISTORY);

    @Test
    void opsAreDescribed() {
        assertThat(new OpText(HISTORY).txn(0))
                .isEqualTo("T0 (session 0, 0.000000 s to 0.005000 s, aborted): write 7 to key 1, write 7 to key 2");
        assertThat(new OpText(HISTORY).txn(2))
                .endsWith("committed): read key 1 as 7, read key 3 as 1, read key 4 as nothing,"
                        + " read key 5 without an answer, read key 6 as 9, write 9 to key 6");
    }

    @Test
    void intervalsAreLeftOutWhereThereWereNone() {
        History untimed = new HistoryBuilder(RunHeader.NONE)
                .untimed()
                .add(new Txn(3, List.of(new Op.Write(1, 2)), new Outcome.Committed(), 0, 0))
                .build();

        assertThat(new OpText(untimed).txn(0)).isEqualTo("T0 (session 3, committed): write 2 to key 1");
    }

    @Test
    void anomaliesOfSingleReadsAreExplained() {
        assertThat(text(new Anomaly.AbortedRead(2, 4, 7, 0)))
                .endsWith("  - T2 read key 1 as 7, which T0 wrote, but T0 aborted: nobody may ever see that!\n");
        assertThat(text(new Anomaly.IntermediateRead(2, 5, 1, 1)))
                .endsWith("  - T2 read key 3 as 1, which T1 wrote, but T1 wrote that key again: the value was seen in"
                        + " the middle of a transaction!\n");
        assertThat(text(new Anomaly.GarbageRead(2, 8, 9)))
                .endsWith("  - T2 read key 6 as 9, but no transaction ever wrote 9!\n");
        assertThat(text(new Anomaly.InternalInconsistency(2, 6, true)))
                .endsWith("  - T2 read key 4 as nothing, which does not fit what it had itself written before!\n");
        assertThat(text(new Anomaly.FutureRead(2, 8, 9)))
                .endsWith("  - T2 read key 6 as 9, but only after that did it write 9 to key 6 itself!\n");
    }

    @Test
    void readOrdersItsTransactionAfterTheWriter() {
        assertThat(text(cycle(1, 2))).contains("T1 < T2, because T2 read 1, which T1 wrote to key 3");
        assertThatThrownBy(() -> explainer.explain(cycle(2, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("T2 and T1 have no wr dependency");
        assertThatThrownBy(() -> explainer.explain(new Anomaly.Cycle(
                        Phenomenon.G_SINGLE, List.of(1, 2), List.of(Dependency.READ_WRITE, Dependency.PROCESS))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Anomaly.Cycle cycle(int from, int to) {
        return new Anomaly.Cycle(
                Phenomenon.G1C_PROCESS, List.of(from, to), List.of(Dependency.WRITE_READ, Dependency.PROCESS));
    }

    private String text(Anomaly anomaly) {
        return new ExplanationText(explainer.explain(anomaly)).text();
    }
}
