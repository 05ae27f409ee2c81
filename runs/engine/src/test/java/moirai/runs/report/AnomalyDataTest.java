package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationGraph;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Labels;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class AnomalyDataTest {

    private static JsonNode first(String text) throws IOException {
        History history = HistoryNotation.parse(text);
        Findings findings = new LevelChecker().analyze(history, IsolationLevel.SERIALIZABLE);
        return new ObjectMapper()
                .readTree(
                        AnomalyData.json(explained(history, findings.anomalies().getFirst())));
    }

    private static Explanation explained(History history, Anomaly anomaly) {
        return new Explainer(history).explain(anomaly);
    }

    @Test
    void everyEdgeOfACycleHasItsOpsItsKeyAndItsReason() throws IOException {
        JsonNode skew = first("""
                T0 s0 @0..9 r1=[] a2=7
                T1 s1 @1..8 r3=[] r2=[] a1=8
                """);

        assertThat(skew.at("/phenomenon").asText()).isEqualTo("G2-item");
        assertThat(skew.at("/breaks")).map(JsonNode::asText).containsExactly("repeatable-read");
        assertThat(skew.at("/transactions/1/ops")).map(JsonNode::asText).containsExactly("r3=[]", "r2=[]", "a1=8");
        assertThat(skew.at("/transactions/1/end").asLong()).isEqualTo(8);
        assertThat(skew.at("/edges")).hasSize(2);
        JsonNode edge = skew.at("/edges/1");
        assertThat(edge.at("/from").asInt()).isEqualTo(1);
        assertThat(edge.at("/to").asInt()).isZero();
        assertThat(edge.at("/type").asText()).isEqualTo("rw");
        assertThat(edge.at("/key").asText()).isEqualTo("2");
        assertThat(edge.at("/from-op").asInt()).isEqualTo(1);
        assertThat(edge.at("/to-op").asInt()).isEqualTo(1);
        assertThat(edge.at("/because").asText()).isEqualTo("T1 did not observe T0's append of 7 to key 2");
        assertThat(skew.at("/proof"))
                .hasSize(3)
                .last()
                .satisfies(last -> assertThat(last.asText()).startsWith("This is a write skew"));
    }

    @Test
    void theOrderOfASessionHasAReasonAndNoOps() throws IOException {
        History history = HistoryNotation.parse("""
                T0 s0 @0..1 a1=1
                T1 s0 @2..3 r1=[]
                """);
        Findings findings = new LevelChecker().analyze(history, IsolationLevel.STRONG_SESSION_SERIALIZABLE);

        JsonNode stale = new ObjectMapper()
                .readTree(
                        AnomalyData.json(explained(history, findings.anomalies().getFirst())));

        assertThat(stale.at("/phenomenon").asText()).isEqualTo("G-single-process");
        assertThat(stale.at("/edges")).anySatisfy(edge -> {
            assertThat(edge.at("/type").asText()).isEqualTo("process");
            assertThat(edge.has("from-op")).isFalse();
            assertThat(edge.at("/because").asText()).isEqualTo("session 0 ran T0 before T1");
        });
    }

    @Test
    void whatIsNoCycleHasAProofAndNoEdges() throws IOException {
        JsonNode aborted = first("""
                T0 s0 fail:40001 w1=5
                T1 s1 r1=5
                """);

        assertThat(aborted.at("/phenomenon").asText()).isEqualTo("G1a");
        assertThat(aborted.has("edges")).isFalse();
        assertThat(aborted.at("/transactions/0/outcome").asText()).isEqualTo("fail");
        assertThat(aborted.at("/transactions/0/cause").asText()).isEqualTo("40001");
        assertThat(aborted.at("/proof/0").asText()).contains("T0 aborted");
    }

    @Test
    void keysOfStepsAndEdgesAreCalledWhatTheirSourceCalledThem() throws IOException {
        History history = namedKeys();
        var anomaly = new LevelChecker()
                .analyze(history, IsolationLevel.SERIALIZABLE)
                .anomalies()
                .getFirst();
        JsonNode data = new ObjectMapper().readTree(AnomalyData.json(explained(history, anomaly)));

        assertThat(data.at("/transactions/0/ops")).map(JsonNode::asText).containsExactly("r\"x\"=[]", "a:y=1");
        assertThat(data.at("/edges")).map(edge -> edge.at("/key").asText()).containsExactlyInAnyOrder("\"x\"", ":y");
    }

    @Test
    void quotesInNamesOfKeysDoNotEndTheLabelsOfGraphs() {
        History history = namedKeys();
        var anomaly = new LevelChecker()
                .analyze(history, IsolationLevel.SERIALIZABLE)
                .anomalies()
                .getFirst();

        assertThat(ExplanationGraph.of(explained(history, anomaly)))
                .contains("\\nread key \\\"x\\\" as [], append 1 to key :y\"];")
                .contains("append of 2 to key \\\"x\\\"\", color=");
    }

    private static History namedKeys() {
        return new HistoryBuilder(RunHeader.NONE)
                .labels(Labels.of(Map.of(-9L, "\"x\"", -8L, ":y"), Map.of()))
                .read(-9, new int[0], 0)
                .append(-8, 1)
                .end(0, new Outcome.Committed(), 0, 9)
                .read(-8, new int[0], 0)
                .append(-9, 2)
                .end(1, new Outcome.Committed(), 1, 8)
                .read(-9, new int[] {2}, 1)
                .read(-8, new int[] {1}, 1)
                .end(2, new Outcome.Committed(), 10, 11)
                .build();
    }
}
