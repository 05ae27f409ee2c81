package moirai.analysis.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.CyclePattern;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests what Elle is known not to do well: a verdict where it fails an assertion, passes, says less, or depends on
 * time.
 */
class ElleWeakSpotsTest {

    private static final String FRACTURED_READ = """
            T0 s0 a1=1 a2=1
            T1 s1 r1=[] r2=[1]
            """;

    /** T2 saw T1, which had seen T0, and missed T0. */
    private static final String CAUSALITY_VIOLATION = """
            T0 s0 a1=1
            T1 s1 r1=[1] a2=1
            T2 s2 r2=[1] r1=[]
            """;

    private static final String LONG_FORK = """
            T0 s0 a1=1
            T1 s1 a2=1
            T2 s2 r1=[1] r2=[]
            T3 s3 r1=[] r2=[1]
            """;

    /** A garbage read fails an assertion of Elle's instead of the history. */
    @Test
    void garbageReadIsAVerdictAndHidesNoOther() {
        History history = HistoryNotation.parse(LONG_FORK + "T4 s4 r3=[99] r1=[1 98]\n");

        Findings findings = new LevelChecker().analyze(history);

        assertThat(findings.phenomena()).contains(Phenomenon.GARBAGE_READ, Phenomenon.G_NONADJACENT);
        assertThat(findings.counts()).containsEntry(Phenomenon.GARBAGE_READ, 2);
        assertThat(findings.at(IsolationLevel.READ_UNCOMMITTED)).isInstanceOf(Verdict.Fail.class);
    }

    /** Long forks and fractured reads have no finer name than their class. */
    @Test
    void longForksAndFracturedReadsHaveTheirNames() {
        assertThat(pattern(LONG_FORK)).isEqualTo(CyclePattern.LONG_FORK);
        assertThat(pattern(FRACTURED_READ)).isEqualTo(CyclePattern.FRACTURED_READ);
    }

    private static CyclePattern pattern(String text) {
        return new LevelChecker()
                .analyze(HistoryNotation.parse(text)).anomalies().stream()
                        .filter(Anomaly.Cycle.class::isInstance)
                        .flatMap(anomaly -> ((Anomaly.Cycle) anomaly).pattern().stream())
                        .findFirst()
                        .orElseThrow();
    }

    /** Elle has no phenomenon of lists for these levels, and passes what breaks them. */
    @ParameterizedTest
    @CsvSource({
        "fractured-read, read-atomic, strong-session-monotonic-atomic-view",
        "causality-violation, causal, read-atomic",
        "causality-violation, causal, update-atomic",
        "prefix-violation, prefix, causal",
    })
    void listsThatBreakWeakLevelsFailThere(String phenomenon, String broken, String holding) {
        History history = HistoryNotation.parse(
                switch (phenomenon) {
                    case "fractured-read" -> FRACTURED_READ;
                    case "causality-violation" -> CAUSALITY_VIOLATION;
                    case "prefix-violation" -> LONG_FORK;
                    default -> throw new IllegalArgumentException(phenomenon);
                });
        var checker = new LevelChecker();

        assertThat(checker.check(history, level(holding))).isInstanceOf(Verdict.Pass.class);
        assertThat(checker.check(history, level(broken)))
                .isInstanceOfSatisfying(
                        Verdict.Fail.class,
                        fail -> assertThat(fail.anomalies().stream()
                                        .flatMap(anomaly -> anomaly.proves().stream())
                                        .map(Phenomenon::label)
                                        .collect(Collectors.toSet()))
                                .contains(phenomenon));
    }

    /** And where every level is asked for, the weakest broken ones are among them. */
    @Test
    void everyLevelSaysWhatElseIsBroken() {
        Findings findings = new LevelChecker().ofEveryLevel().analyze(HistoryNotation.parse(LONG_FORK));

        assertThat(findings.weakestBroken())
                .containsExactlyInAnyOrder(
                        IsolationLevel.REPEATABLE_READ, IsolationLevel.PREFIX, IsolationLevel.SNAPSHOT_ISOLATION);
        assertThat(findings.holds(IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION)).isTrue();
        assertThat(findings.alsoBroken())
                .contains(IsolationLevel.SERIALIZABLE)
                .doesNotContainAnyElementsOf(findings.weakestBroken());
    }

    private static IsolationLevel level(String name) {
        return IsolationLevel.NAMES.named(name).orElseThrow();
    }

    /**
     * A client whose commit times out goes on under a new process number, so that the number of concurrent transactions
     * grows with the length of a test. Here every other one does.
     */
    @Test
    void sessionsThatDieDoNotMakeTheAnswerDearOrDoubtful() {
        int txns = 20_000;
        var builder = new HistoryBuilder(RunHeader.NONE);
        var list = new int[txns];
        for (int txn = 0; txn < txns; txn++) {
            boolean lost = txn % 2 == 1;
            list[txn] = txn;
            builder.append(txn / 64, txn);
            builder.read(txn / 64, Arrays.copyOfRange(list, txn / 64 * 64, txn + 1), txn % 64 + 1);
            builder.end(
                    txn,
                    lost ? new Outcome.Indeterminate("timeout") : new Outcome.Committed(),
                    10L * txn,
                    lost ? Long.MAX_VALUE : 10L * txn + 5);
        }

        Findings findings = new LevelChecker().analyze(builder.build());

        assertThat(findings.at(IsolationLevel.STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Pass.class);
        assertThat(findings.edges()).isLessThan(4L * txns);
    }

    /** Elle gives up on a component after a time, and its verdict depends on how fast the machine is. */
    @Test
    void largeComponentIsSearchedWithoutDoubtAndAlwaysTheSame() {
        int pairs = 1_500;
        String text = IntStream.range(0, pairs)
                .mapToObj(pair -> String.format(
                        Locale.ROOT,
                        "T%d s0 r%d=[] a%d=1%nT%d s1 r%d=[] a%d=2%n",
                        2 * pair,
                        2 * pair,
                        2 * pair + 1,
                        2 * pair + 1,
                        2 * pair + 1,
                        (2 * pair + 2) % (2 * pairs)))
                .collect(Collectors.joining());
        History history = HistoryNotation.parse(text);

        Findings findings = new LevelChecker().analyze(history);

        assertThat(findings.doubts()).isEmpty();
        assertThat(findings.phenomena()).contains(Phenomenon.G2_ITEM);
        assertThat(new LevelChecker().analyze(history)).isEqualTo(findings);
    }
}
