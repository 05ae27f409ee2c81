package moirai.analysis.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Dependency;
import moirai.analysis.Findings;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class StreamLogTest {

    private static final int LENGTH = 9_000;

    /** Otherwise a level that was told to be broken would be unknown in the end. */
    @Test
    void theFirstAnomalyOfEachPhenomenonIsKeptHoweverLongOthersAre() {
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (int txn = 0; txn < 3 * LENGTH; txn++) {
            builder.append(txn, 1).end(txn, new Outcome.Committed(), txn, txn);
        }
        History history = builder.build();
        var log = new StreamLog();
        AnomalyLog looked = log.of(history, txn -> true);

        looked.add(cycle(Phenomenon.G2_ITEM, 0));
        looked.add(cycle(Phenomenon.G2_ITEM, LENGTH));
        looked.add(cycle(Phenomenon.G_SINGLE, 2 * LENGTH));

        Findings findings = log.findings(RunHeader.NONE, 3 * LENGTH, 0, List.of(), List.of())
                .findings();
        assertThat(findings.anomalies())
                .extracting(Anomaly::phenomenon)
                .containsExactly(Phenomenon.G_SINGLE, Phenomenon.G2_ITEM);
        assertThat(findings.doubts()).doesNotContainKey(Phenomenon.G_SINGLE);
    }

    /** Reads that miss what their transaction has read look like one that misses what it has written. */
    @Test
    void anAnomalyThatProvesMoreThanOthersOfItsShapeIsKept() {
        History history = HistoryNotation.parse("""
                T0 s0 a1=7
                T1 s1 r1=[7] r1=[]
                T2 s2 r1=[7] r1=[]
                T3 s3 a1=8 r1=[7]
                """);
        var log = new StreamLog();
        AnomalyLog looked = log.of(history, txn -> true);

        looked.add(new Anomaly.InternalInconsistency(1, 2, false));
        looked.add(new Anomaly.InternalInconsistency(2, 4, false));
        looked.add(new Anomaly.InternalInconsistency(3, 6, true));

        Findings findings =
                log.findings(RunHeader.NONE, 4, 0, List.of(), List.of()).findings();
        assertThat(findings.anomalies()).hasSize(3);
        assertThat(findings.doubts()).doesNotContainKey(Phenomenon.MISSING_OWN_WRITE);
    }

    private static Anomaly.Cycle cycle(Phenomenon phenomenon, int first) {
        return new Anomaly.Cycle(
                phenomenon,
                IntStream.range(first, first + LENGTH).boxed().toList(),
                Collections.nCopies(LENGTH, Dependency.READ_WRITE));
    }
}
