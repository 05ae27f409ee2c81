package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.counters.BankRules;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of phenomena in the documentation says of every phenomenon what is true. */
class PhenomenaTableTest {

    private static final Path TABLE = Path.of("../PHENOMENA.md");
    private static final Path RESOURCES = Path.of("src/test/resources");

    /** A row; cells of names are without their backticks. */
    record Row(String phenomenon, String ellesName, String history, String breaks, String planted) {

        static Row of(String line) {
            List<String> cells = Arrays.stream(line.split("\\|"))
                    .skip(1)
                    .map(cell -> cell.replace("`", "").strip())
                    .toList();
            assertThat(cells).as(line).hasSize(7).noneMatch(String::isEmpty);
            return new Row(cells.get(0), cells.get(1), cells.get(4), cells.get(5), cells.get(6));
        }

        Phenomenon named() {
            return Stream.of(Phenomenon.values())
                    .filter(each -> each.label().equals(phenomenon))
                    .findFirst()
                    .orElseThrow();
        }

        boolean hasHistory() {
            return !history.startsWith("—");
        }
    }

    static List<Row> rows() throws IOException {
        try (Stream<String> lines = Files.lines(TABLE)) {
            return lines.filter(line -> line.startsWith("| `")).map(Row::of).toList();
        }
    }

    static List<Row> rowsWithHistory() throws IOException {
        return rows().stream().filter(Row::hasHistory).toList();
    }

    @Test
    void everyPhenomenonHasItsHistory() throws IOException {
        assertThat(rows()).allMatch(Row::hasHistory);
    }

    private static List<IsolationLevel> weakestForbidding(Phenomenon phenomenon) {
        return IsolationLevel.weakest(Stream.of(IsolationLevel.values())
                .filter(level -> level.forbidden().contains(phenomenon))
                .toList());
    }

    @Test
    void everyPhenomenonHasItsRowInTheOrderOfDeclaration() throws IOException {
        assertThat(rows().stream().map(Row::phenomenon))
                .containsExactlyElementsOf(
                        Stream.of(Phenomenon.values()).map(Phenomenon::label).toList());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void weakestLevelsThatForbidItAreTheLatticesOwn(Row row) {
        assertThat(row.breaks())
                .isEqualTo(weakestForbidding(row.named()).stream()
                        .map(IsolationLevel::label)
                        .collect(Collectors.joining(", ")));
    }

    /** And nothing else, but for what it is an instance of. */
    @ParameterizedTest
    @MethodSource("rowsWithHistory")
    void historyShowsItAndNothingElse(Row row) throws IOException {
        Set<Phenomenon> shown = shown(row);

        assertThat(shown).contains(row.named());
        assertThat(Phenomenon.closure(Set.of(row.named()))).containsAll(shown);
    }

    /**
     * Between those levels and what they imply: the history keeps to all of the latter, but for what the look of its
     * cycle tells beyond the class: a long fork in sessions needs no more to break prefix.
     */
    @ParameterizedTest
    @MethodSource("rowsWithHistory")
    void historyKeepsToWhatIsBelowTheLevelsThatItBreaks(Row row) throws IOException {
        for (IsolationLevel broken : weakestForbidding(row.named())) {
            for (IsolationLevel below : IsolationLevel.values()) {
                if (broken != below && broken.implies(below)) {
                    assertThat(below.forbidden()).as(below.label()).doesNotContain(row.named());
                    assertThat(findings(row, below).forbiddenAt(below))
                            .as("%s at %s", row.history(), below.label())
                            .noneMatch(anomaly -> below.forbidden().contains(anomaly.phenomenon()));
                }
            }
        }
    }

    private static Set<Phenomenon> shown(Row row) throws IOException {
        var shown = EnumSet.noneOf(Phenomenon.class);
        for (IsolationLevel level : weakestForbidding(row.named())) {
            shown.addAll(findings(row, level).phenomena());
        }
        return shown;
    }

    /**
     * Returns what cycles, sums and single reads show if the phenomenon is one of theirs, otherwise what the axioms
     * show; the rules are those of a bank if the first line says so.
     */
    private static Findings findings(Row row, IsolationLevel level) throws IOException {
        Path file = RESOURCES.resolve(row.history() + ".txt");
        String text = Files.readString(file);
        boolean ofAxioms = row.named().compareTo(Phenomenon.MISSING_OWN_WRITE) >= 0;
        return new LevelChecker(ofAxioms ? Engine.AXIOMS : Engine.CYCLES, StepBudget.DEFAULT)
                .withBank(text.startsWith("# A bank.") ? BankRules.DEFAULT.of(true) : BankRules.DEFAULT)
                .analyze(HistoryNotation.parse(file.toString(), text), level);
    }
}
