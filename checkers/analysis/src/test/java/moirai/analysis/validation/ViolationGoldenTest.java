package moirai.analysis.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.ExplanationGraph;
import moirai.analysis.explanation.ExplanationText;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The exact text of what axioms prove, for each phenomenon that they alone find, from the smallest history of the
 * corpus that shows it; {@code -Dgolden.update=true} writes it anew, then read the diff.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ViolationGoldenTest {

    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final Path REPORTS = RESOURCES.resolve("reports");

    private final Map<Phenomenon, String> found = new EnumMap<>(Phenomenon.class);

    @BeforeAll
    void examineTheCorpus() throws IOException {
        var checker = new LevelChecker(Engine.AXIOMS, StepBudget.DEFAULT);
        for (Path file : files(RESOURCES.resolve("histories"), RESOURCES.resolve("registers"))) {
            History history = HistoryNotation.parse(file.toString(), Files.readString(file));
            var explainer = new Explainer(history);
            for (IsolationLevel level : IsolationLevel.values()) {
                checker.analyze(history, level).anomalies().stream()
                        .filter(Anomaly.NoCommitOrder.class::isInstance)
                        .forEach(anomaly -> found.putIfAbsent(
                                anomaly.phenomenon(),
                                "of " + file.getFileName() + " at " + level.label() + "\n\n"
                                        + anomaly.phenomenon().label() + "\n"
                                        + new ExplanationText(explainer.explain(anomaly)).text()
                                        + ExplanationGraph.of(explainer.explain(anomaly))));
            }
        }
    }

    /** The smallest first, so that each phenomenon is explained by what is easiest to read. */
    private static List<Path> files(Path... folders) throws IOException {
        var files = new java.util.ArrayList<Path>();
        for (Path folder : folders) {
            try (Stream<Path> all = Files.walk(folder)) {
                all.filter(file -> file.toString().endsWith(".txt")).forEach(files::add);
            }
        }
        files.sort(
                Comparator.comparingLong((Path file) -> file.toFile().length()).thenComparing(Path::toString));
        return files;
    }

    @ParameterizedTest
    @EnumSource(from = "MISSING_OWN_WRITE", to = "SERIAL_VIOLATION_REALTIME", mode = EnumSource.Mode.INCLUDE)
    void sentencesAreAsRecorded(Phenomenon phenomenon) throws IOException {
        Path golden = REPORTS.resolve("violations").resolve(phenomenon.label() + ".txt");
        String text = found.getOrDefault(phenomenon, "");
        assertThat(text).as("a history of the corpus shows it").isNotEmpty();
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, text);
        }

        assertThat(text).isEqualTo(Files.readString(golden));
    }

    /** The names of the texts are those of the phenomena: a new one has no text until somebody has read it. */
    @Test
    void everyPhenomenonHasARecordedText() throws IOException {
        Set<String> recorded = files(REPORTS).stream()
                .flatMap(file -> {
                    try {
                        return Files.readAllLines(file).stream();
                    } catch (IOException unreadable) {
                        throw new java.io.UncheckedIOException(unreadable);
                    }
                })
                .collect(Collectors.toSet());

        assertThat(EnumSet.allOf(Phenomenon.class)).allMatch(phenomenon -> recorded.contains(phenomenon.label()));
    }
}
