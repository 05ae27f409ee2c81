package moirai.studies.directed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import moirai.directed.encoding.Setting;
import moirai.directed.examples.SmallBank;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.directed.search.Counting;
import moirai.studies.programs.SeparateReads;
import moirai.studies.solvers.Agreement;
import moirai.studies.solvers.Sat4jSolver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that the counts of tables 2 and 4 and figure 20 do not depend on the solver. LogicNG and sat4j agree on each
 * question of each search. Sat4j alone finds the same cycles, although it is asked other questions, because it shows
 * other models. {@code -Dmoirai.sweeps=true} covers all programs and rows.
 */
@Tag("long")
class TwoSolversOnTablesTest {

    private static final Setting OTHER = Setting.USUAL.by(Sat4jSolver::new);

    private static Program program(String folder) {
        return PublishedProgram.named(folder)
                .orElseThrow()
                .translation(Path.of("../.."))
                .program();
    }

    private static void assertThatBothCount(String folder, int txnsMax) {
        Program written = program(folder);
        assertThatBothFind(SeparateReads.of(written), Counting.PUBLISHED, txnsMax);
        assertThatBothFind(written, Counting.ALL, txnsMax);
    }

    private static void assertThatBothFind(Program program, Counting counting, int txnsMax) {
        var agreement = new Agreement();
        List<String> usual = cycles(program, counting, txnsMax, Setting.USUAL);

        assertThat(cycles(program, counting, txnsMax, agreement.setting())).isEqualTo(usual);
        assertThat(cycles(program, counting, txnsMax, OTHER)).isEqualTo(usual);
        assertThat(agreement.satisfiable() + agreement.unsatisfiable()).isPositive();
    }

    private static List<String> cycles(Program program, Counting counting, int txnsMax, Setting setting) {
        return ProgramRow.search(program, counting, txnsMax, setting).anomalies().stream()
                .map(anomaly -> name(anomaly, counting) + (anomaly.isInternal() ? " internal" : " external"))
                .sorted()
                .toList();
    }

    /** Returns the name of an anomaly, with its reasons if they distinguish it from others. */
    private static String name(Anomaly anomaly, Counting counting) {
        return counting.areReasonsTold() ? String.join(" ", BasicSearchTest.hops(anomaly)) : anomaly.key();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tatp", "smallbank", "voter", "twitter", "wikipedia"})
    void bothFindTheSameCyclesOfTwoTransactions(String folder) {
        assertThatBothCount(folder, 2);
    }

    @ParameterizedTest
    @CsvSource({
        "seats, 2",
        "tpcc, 2",
        "tatp, 3",
        "voter, 3",
        "twitter, 3",
        "wikipedia, 3",
        "smallbank, 3",
        "seats, 3",
        "tpcc, 3"
    })
    @EnabledIfSystemProperty(named = "moirai.sweeps", matches = "true")
    void bothFindTheSameInAllOfTableTwo(String folder, int txnsMax) {
        assertThatBothCount(folder, txnsMax);
    }

    @Test
    void bothFindARowOfTableFour() {
        assertThatBothFind(AnomalyRow.all().get(4), SeparateReads.of(program("tpcc")));
    }

    @Test
    @EnabledIfSystemProperty(named = "moirai.sweeps", matches = "true")
    void bothFindAllRowsOfTableFour() {
        Program tpcc = SeparateReads.of(program("tpcc"));
        AnomalyRow.all().forEach(row -> assertThatBothFind(row, tpcc));
    }

    private static void assertThatBothFind(AnomalyRow row, Program tpcc) {
        var agreement = new Agreement();
        List<List<String>> usual = cycles(row, tpcc, Setting.USUAL);

        assertThat(cycles(row, tpcc, agreement.setting())).containsExactlyInAnyOrderElementsOf(usual);
        assertThat(cycles(row, tpcc, OTHER)).containsExactlyInAnyOrderElementsOf(usual);
        assertThat(agreement.satisfiable() + agreement.unsatisfiable()).isPositive();
    }

    private static List<List<String>> cycles(AnomalyRow row, Program tpcc, Setting setting) {
        return row.measure(tpcc, Counting.PUBLISHED, setting).found().stream()
                .map(BasicSearchTest::hops)
                .toList();
    }

    /** The other runner of figure 20, which asks one formula about all combinations. */
    @Test
    void bothFindTheSameByThePublishedSearch() {
        assertThatBothFindByThePublishedSearch(
                SmallBank.program().only(List.of("depositChecking", "balance", "transactSavings")));
    }

    @Test
    @EnabledIfSystemProperty(named = "moirai.sweeps", matches = "true")
    void bothFindTheSameByThePublishedSearchOfAWholeProgram() {
        assertThatBothFindByThePublishedSearch(program("smallbank"));
    }

    private static void assertThatBothFindByThePublishedSearch(Program program) {
        var agreement = new Agreement();
        List<List<String>> usual = byThePublishedSearch(program, Setting.USUAL);

        assertThat(byThePublishedSearch(program, agreement.setting())).containsExactlyInAnyOrderElementsOf(usual);
        assertThat(byThePublishedSearch(program, OTHER)).containsExactlyInAnyOrderElementsOf(usual);
        assertThat(agreement.satisfiable()).isPositive();
        assertThat(agreement.unsatisfiable()).isPositive();
    }

    private static List<List<String>> byThePublishedSearch(Program program, Setting setting) {
        return new BasicSearch(SeparateReads.of(program), ProgramRow.bounds(2), true, 3600)
                .in(setting).find().found().stream()
                        .map(BasicSearch.Found::hops)
                        .toList();
    }
}
