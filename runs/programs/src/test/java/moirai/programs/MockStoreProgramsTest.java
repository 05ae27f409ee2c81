package moirai.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.history.HistoryNotation;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.programs.smallbank.SmallBank;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramResults;
import moirai.programs.sql.ProgramRuns;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlProgram;
import moirai.programs.tpcc.Tpcc;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs on the mock store. */
@Tag("long")
class MockStoreProgramsTest {

    /** Returns the programs, with short orders in TPC-C, which show every kind of mistake sooner. */
    private static Stream<SqlProgram> programs() {
        return SqlPrograms.all().stream()
                .map(program -> program.name().equals("tpcc") ? Tpcc.withShortOrders() : program);
    }

    private static ProgramResults run(SqlProgram program, IsolationLevel level, ProgramOptions options)
            throws SQLException {
        return ProgramRuns.run(program, new MockTarget(level), options);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void strictSerializabilityKeepsEveryAssertion(SqlProgram program) throws SQLException {
        var results = run(program, IsolationLevel.STRICT_SERIALIZABLE, ProgramOptions.serial(1, 3, 20, new Seed(1)));

        assertThat(results.runs()).allSatisfy(run -> assertThat(run.broken()).isEmpty());
        assertThat(results.counts().committed()).isPositive();
        assertThat(results.counts().conflicts()).isZero();
        assertThat(results.counts().refused()).isZero();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void everyAssertionNoticesHarm(SqlProgram program) throws SQLException {
        for (SqlAssertion assertion : program.assertions()) {
            var planted = new Planted(program, Planted.breaking(assertion.id()));
            var results = run(planted, IsolationLevel.STRICT_SERIALIZABLE, ProgramOptions.serial(1, 1, 1, new Seed(3)));

            assertThat(results.broken(assertion.id()).part()).as(assertion.id()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void readCommittedBreaksAssertions(SqlProgram program) throws SQLException {
        var results = run(
                program,
                IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW,
                ProgramOptions.serial(3, 2, 20, new Seed(1)));

        assertThat(program.assertions())
                .filteredOn(assertion -> results.broken(assertion.id()).part() > 0)
                .hasSizeGreaterThanOrEqualTo((program.assertions().size() + 1) / 2);
    }

    /** Shows what the Javadoc of the assertions of TPC-C argues. */
    @Test
    void causalConsistencyKeepsCarriersAndNewOrdersTogether() throws SQLException {
        var tpcc = Tpcc.withShortOrders();
        var results = run(tpcc, IsolationLevel.CAUSAL, ProgramOptions.serial(5, 3, 20, new Seed(1)));

        assertThat(results.broken("A5").part()).isZero();
        assertThat(results.broken("A11").part()).isZero();
        assertThat(results.broken("A1").part()).isPositive();
    }

    /** At a weak level an observer may miss committed writes; assertions judge the state that remains. */
    @ParameterizedTest
    @MethodSource("moirai.mockstore.StoreLevels#all")
    void whatIsJudgedIsTheStateThatRemains(IsolationLevel level) throws SQLException {
        var bank = new WithBalances(new SmallBank(3));
        var remaining = new ArrayList<String>();
        var judged = new ArrayList<String>();
        ProgramRuns.run(
                bank, new MockTarget(level), ProgramOptions.serial(20, 4, 8, new Seed(1)), (result, database) -> {
                    judged.add(result.broken().get(WithBalances.ID));
                    database.loaded();
                    try (var observer = database.observer()) {
                        remaining.add(WithBalances.balances(observer).orElseThrow());
                    }
                });

        assertThat(judged).isEqualTo(remaining).hasSize(20);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void sameSeedGivesTheSameHistory(SqlProgram program) throws SQLException {
        assertThat(histories(program, new Seed(7))).isEqualTo(histories(program, new Seed(7)));
        assertThat(histories(program, new Seed(7))).isNotEqualTo(histories(program, new Seed(8)));
    }

    private static List<String> histories(SqlProgram program, Seed seed) throws SQLException {
        var histories = new ArrayList<String>();
        ProgramRuns.run(
                program,
                new MockTarget(IsolationLevel.CAUSAL),
                ProgramOptions.serial(1, 3, 8, seed),
                (result, database) -> {
                    histories.add(result.counts() + " " + result.broken());
                    histories.add(HistoryNotation.format(database.history().orElseThrow()));
                });
        return histories;
    }
}
