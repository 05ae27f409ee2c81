package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Histories that are nothing but anomalies. Budgets count steps, so a search that is too long shows as a doubt. */
@Tag("long")
class ManyAnomaliesTest {

    private static final int TXNS = 100_000;
    private static final int WITNESSES_MAX = 8;
    private static final Outcome COMMITTED = new Outcome.Committed();

    private final HistoryBuilder history = new HistoryBuilder(RunHeader.NONE);

    /** Each pair reads an empty list of its own, and both append to it. */
    @Test
    void asManyComponentsAsPairsOfTransactionsAreCountedAndEightAreShown() {
        int[] both = {1, 2};
        for (int i = 0; i < TXNS; i += 2) {
            history.read(i, both, 0).append(i, 1).end(0, COMMITTED, 10L * i, 10L * i + 8);
            history.read(i, both, 0).append(i, 2).end(1, COMMITTED, 10L * i + 1, 10L * i + 9);
            history.read(i, both, 2).end(2, COMMITTED, 10L * i + 10, 10L * i + 11);
        }

        Findings findings = analyze();

        assertThat(findings.counts())
                .isEqualTo(Map.of(Phenomenon.LOST_UPDATE, TXNS / 2, Phenomenon.G_SINGLE, TXNS / 2));
        assertThat(findings.doubts()).isEmpty();
        assertThat(findings.anomalies()).hasSize(2 * WITNESSES_MAX);
        assertThat(findings.at(IsolationLevel.STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
    }

    /** All read the empty list, and the first of them is the one whose append all others miss. */
    @Test
    void componentOfAllTransactionsWhoseWalksAllReturnToOneOfThemIsNoDoubt() {
        int[] all = new int[TXNS];
        Arrays.setAll(all, i -> i + 1);
        for (int i = 0; i < TXNS; i++) {
            history.read(0, all, 0).append(0, all[i]).end(i % 20, COMMITTED, 10L * i, 10L * i + 8);
        }
        history.read(0, all, TXNS).end(20, COMMITTED, 10L * TXNS, 10L * TXNS + 1);

        Findings findings = analyze();

        assertThat(findings.counts()).isEqualTo(Map.of(Phenomenon.LOST_UPDATE, TXNS - 1, Phenomenon.G_SINGLE, 1));
        assertThat(findings.doubts()).isEmpty();
        assertThat(findings.anomalies())
                .hasSize(WITNESSES_MAX + 1)
                .allSatisfy(anomaly -> assertThat(anomaly.txns()).hasSize(2));
    }

    /** Each reads what the one before it appended, the first what the last one did. */
    @Test
    void shortestCycleOfARingOfAllTransactionsIsTheRing() {
        for (int i = 0; i < TXNS; i++) {
            int before = (i + TXNS - 1) % TXNS;
            history.read(before, new int[] {1}, 1).append(i, 1).end(i, COMMITTED, 0, 10);
        }

        Findings findings = analyze();

        assertThat(findings.counts()).isEqualTo(Map.of(Phenomenon.G1C, 1));
        assertThat(findings.doubts()).isEmpty();
        assertThat(findings.anomalies())
                .singleElement()
                .satisfies(anomaly -> assertThat(anomaly.txns()).hasSize(TXNS));
    }

    /** Each element that somebody appended ends a part of the trace, which precedes all that nobody read. */
    @Test
    void moreDependenciesByGarbageThanAreLookedAtLeaveADoubtOfDirtyWritesToo() {
        int each = 2_400;
        int[] trace = new int[2 * each];
        history.append(1, 1).read(2, new int[] {1}, 1).end(0, COMMITTED, 0, 1);
        history.append(2, 1).read(1, new int[] {1}, 1).end(1, COMMITTED, 0, 1);
        for (int i = 0; i < each; i++) {
            trace[2 * i] = i;
            trace[2 * i + 1] = 1_000_000 + i;
            history.append(0, i).end(2, COMMITTED, 10 + i, 10 + i);
            history.append(0, 10_000 + i).end(3, COMMITTED, 10 + i, 10 + i);
        }
        history.read(0, trace, trace.length).end(4, COMMITTED, 10, 20);

        Findings findings = analyze();

        assertThat(findings.phenomena()).contains(Phenomenon.G1C, Phenomenon.GARBAGE_READ);
        assertThat(findings.doubts())
                .containsEntry(
                        Phenomenon.G0,
                        "more appends precede others that nobody read, on both sides of garbage, than are looked at")
                .doesNotContainKey(Phenomenon.G1A);
    }

    private Findings analyze() {
        return new ListAppendChecker().analyze(history.build());
    }
}
