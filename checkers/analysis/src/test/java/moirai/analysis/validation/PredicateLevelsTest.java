package moirai.analysis.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.ExplanationText;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Levels that axioms decide, where scans missed lists. */
class PredicateLevelsTest {

    /** T1 and T2 append to list 3, in an order that nobody saw; each misses the other's scan of list 3 or 4. */
    private static final String SKEW_IN_UNKNOWN_ORDER = """
            T0 s0 p1..3=0 a4=7
            T1 s1 r4=[] a3=1
            T2 s2 a3=2
            """;

    private static Findings axioms(String history, IsolationLevel level) {
        return new LevelChecker(Engine.AXIOMS, StepBudget.DEFAULT).analyze(HistoryNotation.parse(history), level);
    }

    @Test
    void phantomIsAViolationOfSerializabilityAndNotOfRepeatableRead() {
        Findings serial = axioms(SKEW_IN_UNKNOWN_ORDER, IsolationLevel.SERIALIZABLE);

        assertThat(serial.phenomena()).containsExactly(Phenomenon.SERIAL_VIOLATION_PREDICATE);
        assertThat(serial.holds(IsolationLevel.REPEATABLE_READ)).isTrue();
        assertThat(serial.holds(IsolationLevel.SNAPSHOT_ISOLATION)).isTrue();
        assertThat(axioms(SKEW_IN_UNKNOWN_ORDER, IsolationLevel.REPEATABLE_READ).phenomena())
                .isEmpty();
    }

    @Test
    void sameWithReadsIsAViolationOfBoth() {
        String items = SKEW_IN_UNKNOWN_ORDER.replace("p1..3=0", "r3=[]");

        assertThat(axioms(items, IsolationLevel.SERIALIZABLE).phenomena()).containsExactly(Phenomenon.SERIAL_VIOLATION);
    }

    @Test
    void proofNamesTheScan() {
        History history = HistoryNotation.parse(SKEW_IN_UNKNOWN_ORDER);
        List<Anomaly> anomalies =
                axioms(SKEW_IN_UNKNOWN_ORDER, IsolationLevel.SERIALIZABLE).anomalies();

        assertThat(new ExplanationText(new Explainer(history).explain(anomalies.getFirst())).text())
                .contains("T0 read key 3 = [] (not found in a scan of keys 1 to 3)");
    }

    /**
     * T1 saw a part of T0 and missed the rest in a range: levels with views forbid that, but monotonic atomic view,
     * which repeatable read implies, speaks of items alone.
     */
    @ParameterizedTest
    @EnumSource(
            names = {
                "STRONG_SESSION_MONOTONIC_ATOMIC_VIEW",
                "READ_ATOMIC",
                "CAUSAL",
                "PREFIX",
                "PARALLEL_SNAPSHOT_ISOLATION"
            })
    void partOfATransactionMayNotBeMissedInARange(IsolationLevel level) {
        String phantom = "T0 s0 a1=8 a11=7\nT1 s1 r11=[7] p1..9=0";

        assertThat(new LevelChecker()
                        .analyze(HistoryNotation.parse(phantom), level)
                        .holds(level))
                .isFalse();
        assertThat(axioms(phantom, IsolationLevel.MONOTONIC_ATOMIC_VIEW).phenomena())
                .isEmpty();
        assertThat(new LevelChecker()
                        .analyze(HistoryNotation.parse(phantom.replace("p1..9=0", "p2..9=0")), level)
                        .holds(level))
                .isTrue();
    }

    @Test
    void sessionThatMissesItsOwnListInARangeDoesNotReadItsWrites() {
        Findings findings = new LevelChecker()
                .analyze(HistoryNotation.parse("T0 s0 a1=8\nT1 s0 p1..9=0"), IsolationLevel.READ_YOUR_WRITES);

        assertThat(findings.holds(IsolationLevel.READ_YOUR_WRITES)).isFalse();
        assertThat(findings.phenomena()).containsAll(Set.of(Phenomenon.MISSING_OWN_WRITE));
    }
}
