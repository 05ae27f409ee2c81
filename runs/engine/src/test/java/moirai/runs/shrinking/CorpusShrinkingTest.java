package moirai.runs.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.analysis.shrinking.Shrunk;
import moirai.analysis.shrinking.Symptom;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every history of the corpus shrinks to one from which nothing more can be removed. */
class CorpusShrinkingTest {

    private static final Path CORPUS = Path.of("../../checkers/analysis/src/test/resources");
    private static final Checker CHECKER = new LevelChecker();
    private static final IsolationLevel LEVEL = IsolationLevel.STRICT_SERIALIZABLE;

    static List<Path> files() throws IOException {
        var all = new ArrayList<Path>();
        for (String folder : List.of("histories", "registers", "register-cycles", "sets", "counters")) {
            try (Stream<Path> paths = Files.walk(CORPUS.resolve(folder))) {
                paths.filter(path ->
                                Files.isRegularFile(path) && !path.toString().endsWith(".md"))
                        .sorted()
                        .forEach(all::add);
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("files")
    void shrinksToWhatCannotLoseAnyOp(Path file) throws IOException {
        History history = HistoryNotation.parse(file.toString(), Files.readString(file));
        Findings findings = CHECKER.analyze(history, LEVEL);
        for (Anomaly anomaly : findings.forbiddenAt(LEVEL)) {
            var symptom = new Symptom.Forbidden(anomaly.phenomenon(), LEVEL, CHECKER);
            Shrunk shrunk =
                    HistoryShrinker.shrink(history, symptom, anomaly.txns()).orElseThrow();

            String what = file + " " + anomaly.phenomenon().label() + "\n" + HistoryNotation.format(shrunk.history());
            assertThat(shrunk.isMinimal()).as(what).isTrue();
            assertThat(symptom.in(shrunk.history()).isShown()).as(what).isTrue();
            assertThat(Removal.ofEachPart(shrunk.history(), anomaly.phenomenon()))
                    .as(what)
                    .noneMatch(smaller -> symptom.in(smaller).isShown());
            assertThat(shrunk.txns()).as(what).hasSize(shrunk.history().txnCount());
        }
    }
}
