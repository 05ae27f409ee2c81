package moirai.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import moirai.analysis.Anomaly;
import moirai.analysis.CorpusBoundaryTest;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact text of every explanation; {@code -Dgolden.update=true} writes it anew, then read the diff. */
class ExplainerGoldenTest {

    private static final Path REPORTS = Path.of("src/test/resources/reports");

    static List<Path> histories() throws IOException {
        return CorpusBoundaryTest.files();
    }

    @ParameterizedTest
    @MethodSource("histories")
    void explanationIsAsRecorded(Path file) throws IOException {
        Path golden = REPORTS.resolve(file.getFileName());
        String report = report(HistoryNotation.parse(file.toString(), Files.readString(file)));
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(REPORTS);
            Files.writeString(golden, report);
        }

        assertThat(report).isEqualTo(Files.readString(golden));
    }

    @Test
    void everyPhenomenonIsExplainedSomewhere() throws IOException {
        var explained = EnumSet.noneOf(Phenomenon.class);
        for (Path file : histories()) {
            explained.addAll(new ListAppendChecker()
                    .analyze(HistoryNotation.parse(Files.readString(file)))
                    .phenomena());
        }

        assertThat(explained).containsAll(EnumSet.range(Phenomenon.G0, Phenomenon.INCOMPATIBLE_ORDER));
    }

    private static String report(History history) {
        var explainer = new Explainer(history);
        var text = new StringBuilder();
        for (Anomaly anomaly : new ListAppendChecker().analyze(history).anomalies()) {
            text.append(anomaly.phenomenon().label()).append('\n');
            text.append(new ExplanationText(explainer.explain(anomaly)).text())
                    .append(ExplanationGraph.of(explainer.explain(anomaly)))
                    .append('\n');
        }
        return text.toString();
    }
}
