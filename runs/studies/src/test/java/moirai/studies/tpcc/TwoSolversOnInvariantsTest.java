package moirai.studies.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Setting;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.studies.solvers.Agreement;
import moirai.studies.solvers.Sat4jSolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The cases that break TPC-C's invariants, even their executions, do not depend on who solves. */
class TwoSolversOnInvariantsTest {

    @Test
    void bothFindTheSameCasesOfARow() {
        assertThatBothFindTheSameCases(Row.ALL.getFirst(), History.WITHOUT_KEY);
    }

    @Test
    @EnabledIfSystemProperty(named = "moirai.sweeps", matches = "true")
    void bothFindTheSameCasesOfAllRows() {
        Row.ALL.forEach(row -> assertThatBothFindTheSameCases(row, History.WITHOUT_KEY));
        assertThatBothFindTheSameCases(Row.KEYED_HISTORY, History.BY_CUSTOMER_AND_TIME);
    }

    private static void assertThatBothFindTheSameCases(Row row, History history) {
        Program slice = Slice.of(DirectedColumn.program(Path.of("../.."), history), row.ring(), row.tables());
        var agreement = new Agreement();
        List<Anomaly> usual = find(slice, row, Setting.USUAL);

        assertThat(find(slice, row, agreement.setting())).isEqualTo(usual);
        assertThat(find(slice, row, Setting.USUAL.by(Sat4jSolver::new))).isEqualTo(usual);
        assertThat(agreement.satisfiable() + agreement.unsatisfiable()).isPositive();
    }

    private static List<Anomaly> find(Program slice, Row row, Setting setting) {
        return new AnomalySearch(slice, Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                .in(setting)
                .find(row.ring())
                .anomalies();
    }
}
