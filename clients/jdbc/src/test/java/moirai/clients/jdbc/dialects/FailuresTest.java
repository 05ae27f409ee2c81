package moirai.clients.jdbc.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import moirai.clients.jdbc.dialects.Failures.Phase;
import moirai.history.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "23505", "57P01", "08006", "57014", "25006", "XX000"})
    void beforeCommitEveryFailureProvesAnAbort(String sqlState) {
        assertThat(Failures.postgres(Phase.STATEMENT, failure(sqlState))).isEqualTo(new Outcome.Aborted(sqlState));
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "23505"})
    void refusedCommitProvesAnAbort(String sqlState) {
        assertThat(Failures.postgres(Phase.COMMIT, failure(sqlState))).isEqualTo(new Outcome.Aborted(sqlState));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"08003", "08006", "08007", "57P01", "57P02", "57P03", "40003", "57014", "XX000", "58030", "?"})
    void commitWithoutAnAnswerProvesNothing(String sqlState) {
        assertThat(Failures.postgres(Phase.COMMIT, failure(sqlState))).isEqualTo(new Outcome.Indeterminate(sqlState));
    }

    @Test
    void failureWithoutStateIsNoProof() {
        assertThat(Failures.postgres(Phase.COMMIT, new SQLException("?"))).isEqualTo(new Outcome.Indeterminate("none"));
    }

    @Test
    void refusalsAtCommitAreThoseThatADatabaseGivesBeforeItCommits() {
        assertThat(Failures.h2(Phase.COMMIT, failure("90131"))).isEqualTo(new Outcome.Aborted("90131"));
        assertThat(Failures.h2(Phase.COMMIT, failure("90121"))).isEqualTo(new Outcome.Indeterminate("90121"));
        assertThat(Failures.hsqldb(Phase.COMMIT, failure("40001"))).isEqualTo(new Outcome.Aborted("40001"));
        assertThat(Failures.hsqldb(Phase.COMMIT, failure("08503"))).isEqualTo(new Outcome.Indeterminate("08503"));
    }

    @ParameterizedTest
    @CsvSource({"5, SQLITE_BUSY", "517, SQLITE_BUSY", "19, SQLITE_CONSTRAINT"})
    void sqliteThatIsBusyHasNotCommitted(int code, String name) {
        assertThat(Failures.sqlite(Phase.COMMIT, new SQLException("made for a test", null, code)))
                .isEqualTo(new Outcome.Aborted(name));
    }

    @ParameterizedTest
    @CsvSource({"10, SQLITE_10", "13, SQLITE_13", "0, SQLITE_0"})
    void sqliteThatCannotWriteProvesNothingAtCommit(int code, String name) {
        assertThat(Failures.sqlite(Phase.COMMIT, new SQLException("made for a test", null, code)))
                .isEqualTo(new Outcome.Indeterminate(name));
        assertThat(Failures.sqlite(Phase.STATEMENT, new SQLException("made for a test", null, code)))
                .isEqualTo(new Outcome.Aborted(name));
    }

    /** Certification has failed, or the node is in no primary component and has looked at nothing. */
    @ParameterizedTest
    @ValueSource(ints = {1213, 1047})
    void mariadbThatRefusesCommitHasNotCommitted(int number) {
        assertThat(Failures.mariadb(Phase.COMMIT, numbered(number)))
                .isEqualTo(new Outcome.Aborted(String.valueOf(number)));
    }

    /** Error during commit, interrupted, killed, timeout, shutdown, lost: each may come after others got the commit. */
    @ParameterizedTest
    @ValueSource(ints = {1180, 1317, 1927, 1205, 1020, 1053, 1105, 2013, 4})
    void mariadbThatCannotTellProvesNothingAtCommit(int number) {
        assertThat(Failures.mariadb(Phase.COMMIT, numbered(number)))
                .isEqualTo(new Outcome.Indeterminate(String.valueOf(number)));
        assertThat(Failures.mariadb(Phase.STATEMENT, numbered(number)))
                .isEqualTo(new Outcome.Aborted(String.valueOf(number)));
    }

    @Test
    void mariadbConnectionThatIsLostAtCommitProvesNothing() {
        assertThat(Failures.mariadb(Phase.COMMIT, failure("08000"))).isEqualTo(new Outcome.Indeterminate("08000"));
        assertThat(Failures.mariadb(Phase.COMMIT, new SQLException("?"))).isEqualTo(new Outcome.Indeterminate("none"));
    }

    @Test
    void refusalOfANodeProvesAnAbortOnlyIfItIsStillInTheGroupInWhichItsSessionBegan() {
        var refused = new Outcome.Aborted("1213");

        assertThat(Failures.amid(refused, "a:5", "a:5")).isEqualTo(refused);
        assertThat(Failures.amid(refused, "a:5", "a:6")).isEqualTo(new Outcome.Indeterminate("1213"));
        assertThat(Failures.amid(refused, "a:5", "")).isEqualTo(new Outcome.Indeterminate("1213"));
        assertThat(Failures.amid(refused, "none", "none")).isEqualTo(new Outcome.Indeterminate("1213"));
    }

    /** It refuses the word COMMIT, as it would any other, and has sent nothing. */
    @Test
    void refusalOfANodeThatTakesNothingProvesAnAbortWithoutAGroup() {
        var refused = new Outcome.Aborted("1047");

        assertThat(Failures.amid(refused, "a:5", "none")).isEqualTo(refused);
    }

    @Test
    void mariadbKnowsADuplicateByItsNumber() {
        var dialect = new MariadbDialect(SqlIsolation.REPEATABLE_READ);

        assertThat(dialect.isDuplicateKey(new SQLException("made for a test", "23000", 1062)))
                .isTrue();
        assertThat(dialect.isDuplicateKey(new SQLException("a column that is NULL", "23000", 1048)))
                .isFalse();
    }

    private static SQLException numbered(int number) {
        return new SQLException("made for a test", "HY000", number);
    }

    private static SQLException failure(String sqlState) {
        return new SQLException("made for a test", sqlState);
    }

    @Test
    void sessionWhoseServerTakesNoWritesIsMisplaced() {
        assertThat(Failures.isMisplaced(new SQLException("cannot execute UPDATE in a read-only transaction", "25006")))
                .isTrue();
        assertThat(Failures.isMisplaced(new SQLException("could not serialize access", "40001")))
                .isFalse();
        assertThat(Failures.isMisplaced(new SQLException("lost"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"08000", "08006", "25S03"})
    void sessionWhoseConnectionWasLostOrReplacedIsOver(String sqlState) {
        assertThat(Failures.isMisplaced(failure(sqlState))).isTrue();
    }
}
