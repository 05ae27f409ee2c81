package moirai.clients.jdbc.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import moirai.clients.jdbc.dialects.Failures.Phase;
import moirai.history.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "23505", "57P01", "08006", "57014", "25006", "XX000"})
    void beforeCommitEveryFailureProvesAnAbort(String sqlState) {
        assertThat(Failures.classify(Phase.STATEMENT, failure(sqlState))).isEqualTo(new Outcome.Aborted(sqlState));
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "23505"})
    void refusedCommitProvesAnAbort(String sqlState) {
        assertThat(Failures.classify(Phase.COMMIT, failure(sqlState))).isEqualTo(new Outcome.Aborted(sqlState));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"08003", "08006", "08007", "57P01", "57P02", "57P03", "40003", "57014", "XX000", "58030", "?"})
    void commitWithoutAnAnswerProvesNothing(String sqlState) {
        assertThat(Failures.classify(Phase.COMMIT, failure(sqlState))).isEqualTo(new Outcome.Indeterminate(sqlState));
    }

    @Test
    void failureWithoutStateIsNoProof() {
        assertThat(Failures.classify(Phase.COMMIT, new SQLException("?"))).isEqualTo(new Outcome.Indeterminate("none"));
    }

    private static SQLException failure(String sqlState) {
        return new SQLException("made for a test", sqlState);
    }
}
