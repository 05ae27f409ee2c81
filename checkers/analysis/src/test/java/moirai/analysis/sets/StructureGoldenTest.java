package moirai.analysis.sets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.counters.BankRules;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.ExplanationGraph;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests which levels hold of each small history of sets and counters, which do not, and the exact text of every
 * explanation; {@code -Dgolden.update=true} writes it anew, then read the diff.
 */
class StructureGoldenTest {

    private static final Path RESOURCES = Path.of("src/test/resources");

    static List<Path> histories() throws IOException {
        try (Stream<Path> sets = Files.list(RESOURCES.resolve("sets"));
                Stream<Path> counters = Files.list(RESOURCES.resolve("counters"))) {
            return Stream.concat(sets, counters).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("histories")
    void verdictAndExplanationAreAsRecorded(Path file) throws IOException {
        Path golden = RESOURCES.resolve("reports").resolve(RESOURCES.relativize(file));
        String text = Files.readString(file);
        String report = report(HistoryNotation.parse(file.toString(), text), checker(text));
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, report);
        }

        assertThat(report).isEqualTo(Files.readString(golden));
    }

    @Test
    void everyPhenomenonOfTheirOwnIsExplainedSomewhere() throws IOException {
        var explained = EnumSet.noneOf(Phenomenon.class);
        for (Path file : histories()) {
            String text = Files.readString(file);
            explained.addAll(checker(text)
                    .analyze(HistoryNotation.parse(text), IsolationLevel.STRICT_SERIALIZABLE)
                    .phenomena());
        }

        assertThat(explained)
                .contains(
                        Phenomenon.DIRTY_READ,
                        Phenomenon.WRONG_TOTAL,
                        Phenomenon.NEGATIVE_VALUE,
                        Phenomenon.LOST_UPDATE,
                        Phenomenon.G_NONADJACENT,
                        Phenomenon.G2_ITEM);
    }

    /** Returns a checker for a text; the first line may say that it is of a bank, even if that is not evident. */
    private static Checker checker(String text) {
        return text.startsWith("# A bank.")
                ? new LevelChecker().withBank(BankRules.DEFAULT.of(true))
                : new LevelChecker();
    }

    private static String report(History history, Checker checker) {
        Findings findings = checker.analyze(history, IsolationLevel.STRICT_SERIALIZABLE);
        var explainer = new Explainer(history);
        var text = new StringBuilder("holds: " + labels(findings.strongestHolding()) + "\nbroken: "
                + labels(findings.weakestBroken()) + "\n");
        if (!findings.doubts().isEmpty()) {
            text.append("doubts: ")
                    .append(findings.doubts().values().stream().distinct().collect(Collectors.joining("; ")))
                    .append('\n');
        }
        for (Anomaly anomaly : findings.anomalies()) {
            text.append('\n').append(anomaly.phenomenon().label()).append('\n');
            text.append(new ExplanationText(explainer.explain(anomaly)).text())
                    .append(ExplanationGraph.of(explainer.explain(anomaly)));
        }
        return text.toString();
    }

    private static String labels(List<IsolationLevel> levels) {
        return levels.isEmpty()
                ? "none"
                : levels.stream().map(IsolationLevel::label).collect(Collectors.joining(", "));
    }
}
