package moirai.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.history.Seed;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramRuns;
import moirai.programs.sql.SqlProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs on a real PostgreSQL. */
class SqlProgramsIT {

    private static Iterable<SqlProgram> programs() {
        return SqlPrograms.all();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void serializableServerKeepsEveryAssertion(SqlProgram program) throws SQLException {
        var results = ProgramRuns.run(
                program,
                LiveServer.serializable(),
                ProgramOptions.serial(1, 3, 40, new Seed(1)).inThreads());

        assertThat(results.runs()).allSatisfy(run -> assertThat(run.broken()).isEmpty());
        assertThat(results.counts().committed()).isPositive();
        assertThat(results.counts().abandoned()).isZero();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void transactionsOneAfterTheOtherKeepEveryAssertion(SqlProgram program) throws SQLException {
        var results = ProgramRuns.run(
                program, LiveServer.at(SqlIsolation.READ_COMMITTED), ProgramOptions.serial(1, 2, 30, new Seed(2)));

        assertThat(results.runs()).allSatisfy(run -> assertThat(run.broken()).isEmpty());
        assertThat(results.counts().conflicts()).isZero();
        assertThat(results.counts().refused()).isZero();
    }

    @Test
    void runsLeaveNothing() throws SQLException {
        var program = SqlPrograms.named("voter").orElseThrow();
        ProgramRuns.run(program, LiveServer.serializable(), ProgramOptions.serial(1, 1, 1, new Seed(4)));

        Set<String> left = new TreeSet<>();
        try (var database = LiveServer.serializable().open(program, new Seed(5));
                var connection = database.session();
                var rows = connection
                        .createStatement()
                        .executeQuery("SELECT tablename FROM pg_tables WHERE schemaname LIKE 'moirai_program%'")) {
            while (rows.next()) {
                left.add(rows.getString(1));
            }
        }
        assertThat(left).isEmpty();
    }
}
