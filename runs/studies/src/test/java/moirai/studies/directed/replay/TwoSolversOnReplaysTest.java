package moirai.studies.directed.replay;

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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The anomalies that are replayed, even their executions, do not depend on who solves. */
class TwoSolversOnReplaysTest {

    @ParameterizedTest
    @EnumSource(names = {"VOTER", "WITHDRAWAL"})
    void bothFindTheSameCases(ReplayedProgram replayed) {
        assertThatBothFindTheSameCases(replayed);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"VOTER", "WITHDRAWAL"})
    @EnabledIfSystemProperty(named = "moirai.sweeps", matches = "true")
    void bothFindTheSameCasesOfLargePrograms(ReplayedProgram replayed) {
        assertThatBothFindTheSameCases(replayed);
    }

    private static void assertThatBothFindTheSameCases(ReplayedProgram replayed) {
        Program program = replayed.program(Path.of("../.."), Bounds.SMALL.loopMax());
        var agreement = new Agreement();
        List<Anomaly> usual = find(program, Setting.USUAL);

        assertThat(find(program, agreement.setting())).isEqualTo(usual);
        assertThat(find(program, Setting.USUAL.by(Sat4jSolver::new))).isEqualTo(usual);
        assertThat(agreement.satisfiable()).isPositive();
        assertThat(agreement.unsatisfiable()).isPositive();
    }

    private static List<Anomaly> find(Program program, Setting setting) {
        return new AnomalySearch(program, Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                .in(setting)
                .find()
                .anomalies();
    }
}
