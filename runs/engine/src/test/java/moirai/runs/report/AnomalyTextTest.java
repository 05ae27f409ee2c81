package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import moirai.analysis.Anomaly;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class AnomalyTextTest {

    /** A reader at a replica has not seen an append that a reader at the primary has. */
    private static final String STALE = """
            T0 s0 @1..2 a1=7
            T1 s1 @3..4 r1=[7]
            T2 s2 @5..6 r1=[]
            """;

    private static String text(Map<Integer, String> places) {
        History history = HistoryNotation.parse(STALE);
        Anomaly anomaly = new ListAppendChecker()
                .analyze(history, IsolationLevel.STRICT_SERIALIZABLE)
                .anomalies()
                .getFirst();
        return AnomalyText.of(new Explainer(history).explain(anomaly), new TreeMap<>(places));
    }

    /** The node of a read is half of the explanation: a replica may be behind. */
    @Test
    void witnessesOfReplicatedRunsNameTheNodeOfEachTransaction() {
        assertThat(text(Map.of(0, "n1", 1, "n1", 2, "n3"))).containsPattern("  Ran at n1: T0( T1)?; n3: T2\\.\n");
        assertThat(text(Map.of())).as("there is one place").doesNotContain("Ran at");
    }
}
