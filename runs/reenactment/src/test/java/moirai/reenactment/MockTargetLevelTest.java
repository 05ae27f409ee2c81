package moirai.reenactment;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mock store is at the strongest level that the case's promises include, also where they have no name. */
class MockTargetLevelTest {

    @ParameterizedTest
    @CsvSource({
        "EC, STRONG_SESSION_MONOTONIC_ATOMIC_VIEW",
        "RC, STRONG_SESSION_MONOTONIC_ATOMIC_VIEW",
        "RR, STRONG_SESSION_MONOTONIC_ATOMIC_VIEW",
        "CV, CAUSAL",
        "CC, CAUSAL",
        "RA, READ_ATOMIC",
        "PC, PREFIX",
        "PSI, PARALLEL_SNAPSHOT_ISOLATION",
        "SI, STRONG_SESSION_SNAPSHOT_ISOLATION",
        "RA:transitive, CAUSAL",
        "PSI:without-transitive, READ_ATOMIC",
        "SI:without-prefix, PARALLEL_SNAPSHOT_ISOLATION",
        "SI:without-atomic-writes:without-transitive, STRONG_SESSION_MONOTONIC_ATOMIC_VIEW"
    })
    void theStoreIsAtTheStrongestLevelThatIsPromised(String promises, IsolationLevel level)
            throws SQLException, InterruptedException {
        DirectedCase wanted =
                Cases.of(TextbookAnomaly.WRITE_SKEW, Promises.parse(promises)).getFirst();

        assertThat(MockTarget.level(wanted)).isEqualTo(level);
        assertThat(DirectedReplay.replay(wanted, new MockTarget())).isInstanceOf(ReplayOutcome.Manifested.class);
    }
}
