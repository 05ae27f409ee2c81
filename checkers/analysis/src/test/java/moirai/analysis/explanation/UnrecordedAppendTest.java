package moirai.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import moirai.analysis.Anomaly;
import moirai.analysis.Verdict;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A list holds an element whose append is not recorded: it still tells in which order others appended. */
class UnrecordedAppendTest {

    private static History history(String notation, boolean complete) {
        var parsed = HistoryNotation.parse(notation);
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            builder.add(parsed.txn(txn));
        }
        return builder.build(complete);
    }

    private static List<Anomaly> cycles(History history) {
        return new ListAppendChecker()
                .analyze(history).anomalies().stream()
                        .filter(Anomaly.Cycle.class::isInstance)
                        .toList();
    }

    /** T2 missed 99, so it missed 1 behind it too, which its own session had appended before. */
    private static final String MISSED_BEHIND_IT = """
            T0 s0 a1=1
            T1 s1 r1=[99 1]
            T2 s0 r1=[]
            """;

    @Test
    void readThatEndsBeforeItMissedWhatWasAppendedBehindIt() {
        var findings = new ListAppendChecker().analyze(history(MISSED_BEHIND_IT, false));

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_SINGLE_PROCESS);
        assertThat(findings.at(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION))
                .isInstanceOf(Verdict.Fail.class);
    }

    /** Only the database made 99 up, so nothing is made of what stands behind it. */
    @Test
    void nothingFollowsFromAnElementThatIsMadeUp() {
        assertThat(cycles(history(MISSED_BEHIND_IT, true))).isEmpty();
    }

    /** A kind of edge that leads past an element, in a cycle with one of a session or of another key. */
    enum PassedOver {
        READ_WRITE("""
                T0 s0 a1=1
                T1 s1 r1=[99 1]
                T2 s0 r1=[]
                """, "T2 did not observe T0's append of 1 to key 1, nor before it 99, "),
        WRITE_WRITE("""
                T0 s0 a1=1 a2=2
                T1 s1 a1=2 a2=1
                T2 s2 r1=[1 99 2] r2=[1 2]
                """, "T1 appended 2 after T0 appended 1 to key 1, and between them 99, "),
        WRITE_READ("""
                T0 s0 r1=[1 99]
                T1 s0 a1=1
                """, "T0 observed T1's append of 1 to key 1, and behind it 99, "),
        PREDICATE("""
                T0 s0 a1=1
                T1 s1 r1=[99 1]
                T2 s0 p1..2=0
                """, "T2 scanned keys 1 to 2 and did not find key 1, to which T0 appended 1 behind 99, ");

        private final String notation;
        private final String reason;

        PassedOver(String notation, String reason) {
            this.notation = notation;
            this.reason = reason;
        }
    }

    @ParameterizedTest
    @EnumSource
    void reasonSaysWhatTheEdgeLeadsPast(PassedOver edge) {
        History history = history(edge.notation, false);
        var explainer = new Explainer(history);

        assertThat(cycles(history).stream()
                        .map(cycle -> new ExplanationText(explainer.explain(cycle)).text())
                        .collect(Collectors.joining()))
                .contains(edge.reason + "whose append is not recorded");
    }

    @Test
    void lostUpdateBehindItIsFound() {
        var findings = new ListAppendChecker().analyze(history("""
                T0 s0 r1=[] a1=2
                T1 s1 a1=1
                T2 s2 r1=[99 1 2]
                """, false));

        assertThat(findings.phenomena()).contains(Phenomenon.LOST_UPDATE);
    }

    /** T1 read list 1 from who appended 99, so it need not have seen T0's append to list 2. */
    @Test
    void whoReadsBehindItIsNotSaidToHaveSeenWhoAppendedBefore() {
        var findings = new ListAppendChecker().analyze(history("""
                T0 s0 a1=1 a2=5
                T1 s1 r1=[1 99] r2=[]
                T2 s2 r2=[5]
                """, false));

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_SINGLE);
        assertThat(findings.forbiddenAt(IsolationLevel.PREFIX)).hasSize(1);
        assertThat(findings.forbiddenAt(IsolationLevel.CAUSAL)).isEmpty();
        assertThat(findings.forbiddenAt(IsolationLevel.READ_ATOMIC)).isEmpty();
    }
}
