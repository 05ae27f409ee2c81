package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static final Anomaly GARBAGE = new Anomaly.GarbageRead(0, 0, 1);
    private static final Verdict PASS = new Verdict.Pass(2, 3);
    private static final Verdict FAIL = new Verdict.Fail(List.of(GARBAGE));
    private static final Verdict DOUBT = new Verdict.Undecided("limit");

    @Test
    void proofOutweighsDoubtAndDoubtOutweighsAPass() {
        assertThat(PASS.and(PASS)).isEqualTo(new Verdict.Pass(4, 6));
        assertThat(PASS.and(DOUBT)).isEqualTo(DOUBT);
        assertThat(DOUBT.and(PASS)).isEqualTo(DOUBT);
        assertThat(DOUBT.and(FAIL)).isEqualTo(FAIL);
        assertThat(FAIL.and(DOUBT)).isEqualTo(FAIL);
        assertThat(FAIL.and(PASS)).isEqualTo(FAIL);
        assertThat(PASS.and(FAIL)).isEqualTo(FAIL);
        assertThat(FAIL.and(FAIL)).isEqualTo(new Verdict.Fail(List.of(GARBAGE, GARBAGE)));
    }

    @Test
    void aFailureNeedsAProof() {
        assertThatThrownBy(() -> new Verdict.Fail(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void doubtAboutAForbiddenPhenomenonIsNoPass() {
        Map<IsolationLevel, String> examined = Map.of(
                IsolationLevel.SERIALIZABLE, "test",
                IsolationLevel.STRONG_SNAPSHOT_ISOLATION, "test");
        var findings = new Findings(5, 6, examined, List.of(), Map.of(), Map.of(Phenomenon.G2_ITEM, "limit"));

        assertThat(findings.at(IsolationLevel.SERIALIZABLE)).isEqualTo(new Verdict.Undecided("G2-item: limit"));
        assertThat(findings.at(IsolationLevel.SNAPSHOT_ISOLATION)).isEqualTo(new Verdict.Pass(5, 6));
        assertThat(findings.strongestHolding()).containsExactly(IsolationLevel.STRONG_SNAPSHOT_ISOLATION);
        assertThat(findings.weakestBroken()).isEmpty();
    }

    @Test
    void aLevelThatNobodyExaminedDoesNotHoldBecauseNothingWasFound() {
        Map<IsolationLevel, String> examined = Map.of(IsolationLevel.READ_ATOMIC, "test");
        var findings = new Findings(5, 6, examined, List.of(), Map.of(), Map.of());

        assertThat(findings.at(IsolationLevel.MONOTONIC_ATOMIC_VIEW)).isEqualTo(new Verdict.Pass(5, 6));
        assertThat(findings.at(IsolationLevel.CAUSAL))
                .isEqualTo(
                        new Verdict.Undecided("causal was not examined: not by this engine on this kind of history"));
        assertThat(findings.strongestHolding()).containsExactly(IsolationLevel.READ_ATOMIC);
    }
}
