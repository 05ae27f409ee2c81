package moirai.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import moirai.history.Seed;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramRuns;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlProgram;
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
                ProgramOptions.serial(1, 3, 60, new Seed(1)).inThreads());

        assertThat(results.runs()).allSatisfy(run -> assertThat(run.broken()).isEmpty());
        assertThat(results.counts().committed()).isPositive();
        assertThat(results.counts().abandoned()).isZero();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void transactionsOneAfterTheOtherKeepEveryAssertion(SqlProgram program) throws SQLException {
        var results = ProgramRuns.run(
                program,
                LiveServer.at(Connection.TRANSACTION_READ_COMMITTED),
                ProgramOptions.serial(1, 2, 60, new Seed(2)));

        assertThat(results.runs()).allSatisfy(run -> assertThat(run.broken()).isEmpty());
        assertThat(results.counts().conflicts()).isZero();
        assertThat(results.counts().refused()).isZero();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void everyAssertionNoticesHarm(SqlProgram program) throws SQLException {
        for (SqlAssertion assertion : program.assertions()) {
            var planted = new Planted(program, Planted.breaking(assertion.id()));
            var results =
                    ProgramRuns.run(planted, LiveServer.serializable(), ProgramOptions.serial(1, 1, 1, new Seed(3)));

            assertThat(results.broken(assertion.id()).part()).as(assertion.id()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void runsLeaveNothing(SqlProgram program) throws SQLException {
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
