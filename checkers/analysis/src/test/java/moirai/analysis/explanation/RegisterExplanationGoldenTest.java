package moirai.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.analysis.Succession;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.registers.Assumption;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact text of explanations on registers; the first line of each history names the assumption, if any. */
class RegisterExplanationGoldenTest {

    private static final Path HISTORIES = Path.of("src/test/resources/register-cycles");
    private static final Path REPORTS = Path.of("src/test/resources/reports/registers");
    private static final String ASSUMING = "# assuming: ";

    static List<Path> histories() throws IOException {
        try (Stream<Path> files = Files.list(HISTORIES)) {
            return files.sorted().toList();
        }
    }

    private static Findings findings(Path file) throws IOException {
        String text = Files.readString(file);
        String assuming = text.lines().findFirst().orElseThrow().substring(ASSUMING.length());
        Set<Assumption> assumptions = assuming.equals("nothing")
                ? Set.of()
                : Set.of(Assumption.named(assuming).orElseThrow());
        return new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT, assumptions)
                .analyze(HistoryNotation.parse(file.toString(), text), IsolationLevel.STRICT_SERIALIZABLE);
    }

    @ParameterizedTest
    @MethodSource("histories")
    void explanationIsAsRecorded(Path file) throws IOException {
        Path golden = REPORTS.resolve(file.getFileName());
        History history = HistoryNotation.parse(file.toString(), Files.readString(file));
        var explainer = new Explainer(history);
        var report = new StringBuilder();
        for (Anomaly anomaly : findings(file).anomalies()) {
            report.append(anomaly.phenomenon().label()).append('\n');
            report.append(new ExplanationText(explainer.explain(anomaly)).text())
                    .append(ExplanationGraph.of(explainer.explain(anomaly)))
                    .append('\n');
        }
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(REPORTS);
            Files.writeString(golden, report);
        }

        assertThat(report).hasToString(Files.readString(golden));
    }

    @Test
    void everyRuleIsExplainedSomewhere() throws IOException {
        var explained = EnumSet.noneOf(Succession.Rule.class);
        for (Path file : histories()) {
            for (Anomaly anomaly : findings(file).anomalies()) {
                if (anomaly instanceof Anomaly.Cycle cycle) {
                    cycle.successions().forEach(order -> explained.add(order.rule()));
                }
            }
        }

        assertThat(explained).containsAll(EnumSet.allOf(Succession.Rule.class));
    }

    /** The verdicts of Kingsbury, Alvaro 2020, section 7.4. */
    @Test
    void examplesOfThePaperGetThePapersVerdicts() throws IOException {
        assertThat(findings(HISTORIES.resolve("dgraph-10.txt")).phenomena()).containsExactly(Phenomenon.INTERNAL);
        assertThat(findings(HISTORIES.resolve("dgraph-540.txt")).phenomena())
                .containsExactly(Phenomenon.CYCLIC_VERSIONS);
        assertThat(findings(HISTORIES.resolve("dgraph-2432.txt")).phenomena()).containsExactly(Phenomenon.G_SINGLE);
    }
}
