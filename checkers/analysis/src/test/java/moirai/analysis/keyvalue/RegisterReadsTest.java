package moirai.analysis.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import moirai.analysis.Anomaly;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class RegisterReadsTest {

    @Test
    void readsNameTheirWriters() {
        String text = """
                T0 s0 w1=7 w2=7 w1=8
                T1 s1 r1=8 r3=nil r2=7 r1=8 w3=1
                T2 s0 r2=? r3=1
                """;

        assertThat(Reduction.txns(text)).containsExactly("T0 w1 w2", "T1 r1=T0 r3=init r2=T0 r1=T0 w3", "T2 r3=T1");
        assertThat(Reduction.of(text).anomalies()).isEmpty();
        assertThat(Reduction.of(text).counts()).isEmpty();
        assertThat(Reduction.of(text).doubts()).isEmpty();
        assertThat(Reduction.versions(text, 1)).isEmpty();
    }

    @Test
    void ownValuesAreNoExternalReads() {
        assertThat(Reduction.txns("T0 s0 r1=nil w1=7 r1=7 w1=8 r1=8")).containsExactly("T0 r1=init w1");
    }

    @Test
    void differentReadsWithoutAnOwnWriteAreLeftToTheAxioms() {
        String text = """
                T0 s0 w1=7
                T1 s1 r1=nil r1=7
                """;

        assertThat(Reduction.txns(text)).containsExactly("T0 w1", "T1 r1=init r1=T0");
        assertThat(Reduction.of(text).anomalies()).isEmpty();
    }

    @Test
    void abortedReadNamesNoWriter() {
        String text = """
                T0 s0 fail w1=7
                T1 s1 r1=7 r2=nil
                """;

        assertThat(Reduction.of(text).anomalies()).containsExactly(new Anomaly.AbortedRead(1, 1, 7, 0));
        assertThat(Reduction.of(text).counts()).isEqualTo(Map.of(Phenomenon.G1A, 1));
        assertThat(Reduction.txns(text)).containsExactly("T1 r2=init");
    }

    @Test
    void readsOfAbortedTransactionsProveNothing() {
        assertThat(Reduction.of("T0 s0 fail r1=7 w1=8 r1=9").anomalies()).isEmpty();
    }

    @Test
    void intermediateReadNamesNoWriter() {
        String text = """
                T0 s0 w1=7 w2=0 w1=8
                T1 s1 r1=7
                """;

        assertThat(Reduction.of(text).anomalies()).containsExactly(new Anomaly.IntermediateRead(1, 3, 7, 0));
        assertThat(Reduction.txns(text)).containsExactly("T0 w1 w2", "T1");
    }

    @Test
    void valueThatIsAlsoTheLastOneWrittenIsNotIntermediate() {
        String text = """
                T0 s0 w1=7 w1=8 w1=7
                T1 s1 r1=7
                """;

        assertThat(Reduction.of(text).anomalies()).isEmpty();
        assertThat(Reduction.txns(text)).containsExactly("T0 w1", "T1 r1=T0");
    }

    @Test
    void valueThatNobodyWroteIsGarbage() {
        assertThat(Reduction.of("T0 s0 r1=0").anomalies()).containsExactly(new Anomaly.GarbageRead(0, 0, 0));
        assertThat(Reduction.of("T0 s0 w2=5 r1=5").anomalies()).containsExactly(new Anomaly.GarbageRead(0, 1, 5));
    }

    @Test
    void valueWhoseWriteMayBeLostIsADoubt() {
        KeyValueReads reads = KeyValueReads.of(new HistoryBuilder(RunHeader.NONE)
                .readValue(1L << 40, 5)
                .end(0, new Outcome.Committed(), 0, 0)
                .build(false));

        assertThat(reads.anomalies()).isEmpty();
        assertThat(reads.doubts())
                .containsExactly("T0 read value 5 of key 1099511627776, whose write is not recorded; its record may be"
                        + " among those that are lost");
    }

    @Test
    void readBeforeTheOwnWriteIsAFutureRead() {
        String text = "T0 s0 r1=7 w1=7 w1=7";

        assertThat(Reduction.of(text).anomalies()).containsExactly(new Anomaly.FutureRead(0, 0, 1));
        assertThat(Reduction.txns(text)).containsExactly("T0 w1");
    }

    @Test
    void readThatMissesTheOwnWriteIsInternalAndStillNamesItsWriter() {
        String text = """
                T0 s0 w1=7
                T1 s1 w1=8 r1=7
                """;

        assertThat(Reduction.of(text).anomalies()).containsExactly(new Anomaly.InternalInconsistency(1, 2, true));
        assertThat(Reduction.txns(text)).containsExactly("T0 w1", "T1 r1=T0 w1");
    }

    @Test
    void initialReadAfterTheOwnWriteIsInternal() {
        assertThat(Reduction.of("T0 s0 w1=0 r1=nil").anomalies())
                .containsExactly(new Anomaly.InternalInconsistency(0, 1, true));
        assertThat(Reduction.txns("T0 s0 w1=0 r1=nil")).containsExactly("T0 r1=init w1");
    }

    @Test
    void readOfAnOverwrittenOwnValueIsInternalAlone() {
        assertThat(Reduction.of("T0 s0 w1=7 w1=8 r1=7").anomalies())
                .containsExactly(new Anomaly.InternalInconsistency(0, 2, true));
        assertThat(Reduction.txns("T0 s0 w1=7 w1=8 r1=7")).containsExactly("T0 w1");
    }

    /** T2 read from T1, which therefore committed, and read from T0, which therefore did; nobody saw T3. */
    @Test
    void indeterminateTransactionsTookEffectIfOneThatDidReadThem() {
        String text = """
                T0 s0 info w1=7
                T1 s1 info r1=7 w2=7
                T2 s2 @3..4 r2=7
                T3 s3 info w3=7 r9=9
                """;

        assertThat(Reduction.txns(text)).containsExactly("T0 w1", "T1 r1=T0 w2", "T2 r2=T1");
        assertThat(Reduction.of(text).anomalies()).isEmpty();
        KeyValueHistory history = Reduction.of(text).history();
        assertThat(history.endNanos(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(history.startNanos(2)).isEqualTo(3);
        assertThat(history.endNanos(2)).isEqualTo(4);
    }

    @Test
    void valueOfTwoPossibleWritersIsADoubt() {
        String text = """
                T0 s0 w1=7
                T1 s1 info w1=7
                T2 s2 r1=7 r2=nil
                T3 s3 r1=7
                """;

        assertThat(Reduction.of(text).anomalies()).isEmpty();
        assertThat(Reduction.of(text).doubts())
                .containsExactly("T0 and T1 both wrote 7 to key 1, so reads of it cannot be attributed");
        assertThat(Reduction.txns(text)).containsExactly("T0 w1", "T2 r2=init", "T3");
    }

    @Test
    void duplicatesThatNobodyReadAreHarmless() {
        assertThat(Reduction.of("""
                T0 s0 w1=7
                T1 s1 w1=7 r1=7
                T2 s2 fail r1=7
                """).doubts()).isEmpty();
    }

    @Test
    void abortedDuplicateDoesNotMatter() {
        String text = """
                T0 s0 fail w1=7
                T1 s1 w1=7
                T2 s2 fail w1=7
                T3 s3 r1=7
                """;

        assertThat(Reduction.of(text).doubts()).isEmpty();
        assertThat(Reduction.of(text).anomalies()).isEmpty();
        assertThat(Reduction.txns(text)).containsExactly("T1 w1", "T3 r1=T1");
    }

    @Test
    void manyAnomaliesAndDoubtsAreCounted() {
        var text = new StringBuilder("T0 s0 fail w1=7\n");
        for (int value = 0; value < 10; value++) {
            text.append("T")
                    .append(2 * value + 1)
                    .append(" s1 w2=")
                    .append(value)
                    .append(" r1=7\n");
            text.append("T")
                    .append(2 * value + 2)
                    .append(" s2 w2=")
                    .append(value)
                    .append(" r1=7\n");
        }
        text.append("T21 s3 r2=0 r2=1 r2=2 r2=3 r2=4 r2=5 r2=6 r2=7 r2=8 r2=9 r2=0\n");

        KeyValueReads reads = Reduction.of(text.toString());

        assertThat(reads.counts()).isEqualTo(Map.of(Phenomenon.G1A, 20));
        assertThat(reads.anomalies()).hasSizeLessThan(20);
        assertThat(reads.doubts())
                .hasSize(9)
                .startsWith("T1 and T2 both wrote 0 to key 2, so reads of it cannot be attributed")
                .endsWith("so it is with 2 more values that two transactions wrote to one key");
    }

    @Test
    void sessionsAreRenumberedAndIdsKept() {
        KeyValueHistory history = KeyValueReads.of(new HistoryBuilder(RunHeader.NONE)
                        .untimed()
                        .write(1, 1)
                        .end(2_000_000_000, new Outcome.Aborted(""), 0, 0)
                        .write(2, 2)
                        .end(1_000_000_000, new Outcome.Committed(), 0, 0)
                        .end(5, new Outcome.Committed(), 0, 0)
                        .readValue(2, 2)
                        .end(1_000_000_000, new Outcome.Committed(), 0, 0)
                        .build())
                .history();

        assertThat(history.isTimed()).isFalse();
        assertThat(history.sessionCount()).isEqualTo(2);
        assertThat(history.session(0)).isZero();
        assertThat(history.session(1)).isEqualTo(1);
        assertThat(history.session(2)).isZero();
        assertThat(history.recordedTxn(2)).isEqualTo(3);
        assertThat(history.recordedRead(0)).isEqualTo(2);
    }
}
