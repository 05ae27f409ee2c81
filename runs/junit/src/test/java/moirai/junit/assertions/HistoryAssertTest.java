package moirai.junit.assertions;

import static moirai.junit.assertions.MoiraiAssertions.assertThat;
import static moirai.junit.assertions.MoiraiAssertions.assertThatHistory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HistoryAssertTest {

    private static final String WRITE_SKEW = """
            T0 s0 r1=[] a2=7
            T1 s1 r2=[] a1=8
            T2 s2 r1=[8] r2=[7]
            """;

    /** T1 reads 7 and appends to what it read; T2 does the same without having seen T1's append. */
    private static final String LOST_UPDATE = """
            T0 s0 a1=7
            T1 s1 r1=[7] a1=8
            T2 s2 r1=[7] a1=9
            T3 s3 r1=[7 8 9]
            """;

    private static final String SERIAL = """
            T0 s0 a1=7
            T1 s0 r1=[7] a1=8
            T2 s1 r1=[7 8]
            """;

    private static History history(String notation) {
        return HistoryNotation.parse(notation);
    }

    private static String failure(Runnable assertion) {
        try {
            assertion.run();
        } catch (AssertionError failed) {
            return String.valueOf(failed.getMessage());
        }
        return "";
    }

    @Test
    void writeSkewSatisfiesSnapshotIsolationAndNothingStronger() {
        assertThat(history(WRITE_SKEW))
                .satisfies(IsolationLevel.SNAPSHOT_ISOLATION)
                .isAtMost(IsolationLevel.SNAPSHOT_ISOLATION)
                .hasAnomaly(Phenomenon.G2_ITEM);
    }

    @Test
    void brokenLevelIsExplainedAsInMoiraisReports() {
        Golden.assertMatches(
                "history-write-skew.txt",
                failure(() -> assertThat(history(WRITE_SKEW)).satisfies(IsolationLevel.SERIALIZABLE)));
    }

    @Test
    void lostUpdateIsNotAtMostALevelBelowOneThatHolds() {
        assertThat(history(LOST_UPDATE)).isAtMost(IsolationLevel.MONOTONIC_ATOMIC_VIEW);

        assertThat(failure(() -> assertThat(history(LOST_UPDATE)).isAtMost(IsolationLevel.READ_COMMITTED)))
                .isEqualTo("Expecting a history that is at most read-committed, but monotonic-atomic-view holds, which"
                        + " is stronger");
        assertThat(failure(() -> assertThat(history(SERIAL)).isAtMost(IsolationLevel.SNAPSHOT_ISOLATION)))
                .isEqualTo("Expecting a history that is at most snapshot-isolation, but serializable holds, which is"
                        + " stronger");
    }

    /** No assertion that cannot fail: every level but the strongest has one that is stronger. */
    @ParameterizedTest
    @EnumSource(IsolationLevel.class)
    void serialHistoryIsAtMostNoLevelAtAll(IsolationLevel level) {
        assertThatThrownBy(() -> assertThat(history(SERIAL)).isAtMost(level))
                .satisfies(thrown -> assertThat(thrown)
                        .isInstanceOf(
                                level == IsolationLevel.STRICT_SERIALIZABLE
                                        ? IllegalArgumentException.class
                                        : AssertionError.class));
    }

    @Test
    void serialHistoryHasNoAnomaly() {
        assertThat(history(SERIAL)).hasNoAnomaly();

        assertThat(failure(() -> assertThat(history(WRITE_SKEW)).hasNoAnomaly()))
                .startsWith("verdict: INVALID · expected strict-serializable · found G2-item ×1");
        assertThat(failure(() -> assertThat(history(SERIAL)).hasAnomaly(Phenomenon.G1A)))
                .isEqualTo("Expecting an anomaly G1a (aborted read), but found none");
        assertThat(failure(() -> assertThat(history(WRITE_SKEW)).hasAnomaly(Phenomenon.LOST_UPDATE)))
                .isEqualTo("Expecting an anomaly lost-update (lost update), but found G2-item ×1");
    }

    @Test
    void levelThatIsNotDecidedIsNoPass() {
        History untimed = new HistoryBuilder(RunHeader.NONE)
                .untimed()
                .append(1, 7)
                .end(0, new Outcome.Committed(), 0, 0)
                .read(1, new int[] {7}, 1)
                .end(1, new Outcome.Committed(), 0, 0)
                .build();

        assertThat(untimed).hasNoAnomaly().satisfies(IsolationLevel.SERIALIZABLE);
        assertThat(failure(() -> assertThat(untimed).isAtMost(IsolationLevel.STRONG_SESSION_SERIALIZABLE)))
                .startsWith("Expecting a history that is at most strong-session-serializable, but whether"
                        + " strict-serializable holds, which is stronger, is not decided: ");
        assertThat(failure(() -> assertThat(untimed).satisfies(IsolationLevel.STRICT_SERIALIZABLE)))
                .startsWith("verdict: UNKNOWN · expected strict-serializable · not decided: ");
    }

    @Test
    void historyWithoutCommittedTransactionsIsNoPass() {
        assertThat(failure(() -> assertThat(history("")).satisfies(IsolationLevel.READ_UNCOMMITTED)))
                .isEqualTo("verdict: INSUFFICIENT EVIDENCE · expected read-uncommitted · no transaction committed\n");
    }

    @Test
    void ownDescriptionStandsBeforeTheExplanation() {
        assertThat(failure(() -> assertThat(history(WRITE_SKEW)).as("orders").satisfies(IsolationLevel.SERIALIZABLE)))
                .startsWith("[orders] verdict: INVALID");
        History missing = null;
        assertThat(failure(() -> assertThat(missing).satisfies(IsolationLevel.SERIALIZABLE)))
                .contains("Expecting actual not to be null");
    }

    @Test
    void recordedFilesAreReadInTheirFormats(@TempDir Path folder) throws IOException {
        Path notation = Files.writeString(folder.resolve("history.txt"), WRITE_SKEW);
        Path edn = Files.writeString(folder.resolve("history.edn"), """
                {:index 0 :time 1 :type :invoke :process 0 :f :txn :value [[:append 1 7]]}
                {:index 1 :time 2 :type :ok :process 0 :f :txn :value [[:append 1 7]]}
                {:index 2 :time 3 :type :invoke :process 1 :f :txn :value [[:r 1 nil]]}
                {:index 3 :time 4 :type :ok :process 1 :f :txn :value [[:r 1 []]]}
                """);
        Path json = Files.writeString(folder.resolve("history.jsonl"), """
                {"index":0,"time":1,"type":"invoke","process":0,"f":"txn","value":[["append",1,7]]}
                {"index":1,"time":2,"type":"ok","process":0,"f":"txn","value":[["append",1,7]]}
                """);

        assertThatHistory(notation).isAtMost(IsolationLevel.SNAPSHOT_ISOLATION);
        assertThatHistory(edn)
                .satisfies(IsolationLevel.SERIALIZABLE)
                .isAtMost(IsolationLevel.STRONG_SESSION_SERIALIZABLE);
        assertThatHistory(json).hasNoAnomaly();
        assertThatThrownBy(() -> assertThatHistory(folder.resolve("absent"))).hasMessageContaining("absent");
    }

    @Test
    void lostUpdateIsExplainedBeforeTheCycleThatItIsAsWell() {
        assertThat(failure(() -> assertThat(history(LOST_UPDATE)).satisfies(IsolationLevel.SERIALIZABLE)))
                .contains("\nlost-update: lost update\n")
                .doesNotContain("\nG-single: ");
    }

    @Test
    void historyOfOneSessionHasNoContention() {
        assertThat(history(LOST_UPDATE)).hasContention();

        assertThat(failure(() ->
                        assertThat(history("T0 s0 a1=7\nT1 s0 r1=[7] a1=8\n")).hasContention()))
                .isEqualTo("Expecting a history that could show an anomaly, but no two committed transactions of"
                        + " different sessions ran at the same time");
        assertThat(failure(() -> assertThat(history("T0 s0 a1=7\nT1 s1 a1=8\n")).hasContention()))
                .isEqualTo("Expecting a history that could show an anomaly, but no committed read returned anything"
                        + " written");
    }
}
