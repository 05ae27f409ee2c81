package moirai.runs.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.runs.report.AnomalyData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page, the text and the data of a witness are compared in what they say of its edges, for the checkers' own small
 * histories.
 */
class WitnessTest {

    private static final Path HISTORIES = Path.of("../../checkers/analysis/src/test/resources");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static List<Explanation> explanations(String folder) throws IOException {
        var explanations = new ArrayList<Explanation>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(HISTORIES.resolve(folder))) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            History history = HistoryNotation.parse(file.toString(), Files.readString(file));
            new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT)
                    .analyze(history, IsolationLevel.STRICT_SERIALIZABLE)
                    .anomalies()
                    .forEach(anomaly -> explanations.add(new Explainer(history).explain(anomaly)));
        }
        return explanations;
    }

    @ParameterizedTest
    @ValueSource(strings = {"histories", "register-cycles", "sets", "counters"})
    void pageTextAndDataAgreeWithTheEdgesOfTheWitness(String folder) throws IOException {
        int cycles = 0;
        for (Explanation explanation : explanations(folder)) {
            JsonNode page = JSON.valueToTree(Witness.of(explanation, "").data(explanation.history(), List.of()));
            JsonNode data = JSON.readTree(AnomalyData.json(explanation));
            List<String> sentences = new ExplanationText(explanation).sentences();

            assertThat(page.path("proof")).map(JsonNode::asText).isEqualTo(sentences);
            assertThat(data.path("proof")).map(JsonNode::asText).isEqualTo(sentences);
            if (explanation.anomaly() instanceof Anomaly.Cycle cycle) {
                cycles++;
                assertThat(page.path("edges")).hasSameSizeAs(cycle.txns());
                for (int i = 0; i < cycle.txns().size(); i++) {
                    JsonNode edge = page.path("edges").path(i);
                    assertEdge(edge, cycle, i, explanation.history());
                    assertSameEvidence(edge, data.path("edges").path(i));
                    assertThat(sentences)
                            .anyMatch(line -> line.contains(" < ")
                                    && line.contains(edge.path("because").asText()));
                }
            }
        }
        assertThat(cycles).isPositive();
    }

    private static void assertEdge(JsonNode edge, Anomaly.Cycle cycle, int place, History history) {
        int from = edge.path("from").asInt();
        int to = edge.path("to").asInt();
        assertThat(from).isEqualTo(cycle.txns().get(place));
        assertThat(to).isEqualTo(cycle.txns().get((place + 1) % cycle.txns().size()));
        assertThat(edge.path("type").asText())
                .isEqualTo(cycle.dependencies().get(place).label());
        switch (cycle.dependencies().get(place)) {
            case PROCESS, REALTIME -> {
                assertThat(edge.path("fromOp").asInt()).isEqualTo(-1);
                assertThat(edge.path("toOp").asInt()).isEqualTo(-1);
                assertThat(edge.path("key").asText()).isEmpty();
            }
            case WRITE_WRITE, WRITE_READ, READ_WRITE, PREDICATE_READ_WRITE, READ_READ -> {
                int toOp = history.firstOp(to) + edge.path("toOp").asInt();
                assertThat(edge.path("fromOp").asInt()).isBetween(0, history.endOp(from) - history.firstOp(from) - 1);
                assertThat(toOp).isBetween(history.firstOp(to), history.endOp(to) - 1);
                assertThat(edge.path("key").asText()).isEqualTo(history.keyLabel(history.key(toOp)));
            }
        }
    }

    private static void assertSameEvidence(JsonNode edge, JsonNode data) {
        for (String name : List.of("from", "to", "type", "because")) {
            assertThat(data.path(name)).isEqualTo(edge.path(name));
        }
        assertThat(data.path("from-op").asInt(-1)).isEqualTo(edge.path("fromOp").asInt());
        assertThat(data.path("to-op").asInt(-1)).isEqualTo(edge.path("toOp").asInt());
        assertThat(data.path("key").asText("")).isEqualTo(edge.path("key").asText());
    }
}
