package moirai.programs.explored;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.exploration.CheckedProgram;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows the anomalies of unmodified application code at each level, and the exact numbers of histories. */
class JdbcExamplesTest {

    @ParameterizedTest
    @CsvSource({
        "bank-transfer, STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, 5, 2",
        "bank-transfer, CAUSAL, 4, 2",
        "bank-transfer, PARALLEL_SNAPSHOT_ISOLATION, 2, 0",
        "bank-transfer, STRONG_SESSION_SNAPSHOT_ISOLATION, 2, 0",
        "bank-transfer, STRONG_SESSION_SERIALIZABLE, 2, 0",
        "bank-withdrawals, STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, 3, 1",
        "bank-withdrawals, CAUSAL, 3, 1",
        "bank-withdrawals, STRONG_SESSION_SNAPSHOT_ISOLATION, 3, 1",
        "bank-withdrawals, STRONG_SESSION_SERIALIZABLE, 2, 0",
        "tpcc-payment, STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, 16, 14",
        "tpcc-payment, CAUSAL, 4, 2",
        "tpcc-payment, STRONG_SESSION_SNAPSHOT_ISOLATION, 2, 0",
        "tpcc-payment, STRONG_SESSION_SERIALIZABLE, 2, 0"
    })
    void allBehavioursAreCounted(String name, IsolationLevel level, long histories, int broken) {
        JdbcProgram program = JdbcExamples.named(name).orElseThrow();

        ExplorationResult result =
                Exploration.of(program, ExplorationOptions.at(level).upTo(Long.MAX_VALUE, 1_000));

        assertThat(result.isExhausted()).isTrue();
        assertThat(result.histories()).isEqualTo(histories);
        assertThat(result.failures()).hasSize(broken);
        result.failures().stream()
                .findFirst()
                .ifPresent(failure -> assertThat(Exploration.replayed(
                                CheckedProgram.of(program), failure.behaviour().script(), List.of()))
                        .isEqualTo(failure));
    }
}
