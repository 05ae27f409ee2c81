package moirai.runs.interim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import moirai.analysis.durability.Durability;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryWriter;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamedCheckTest {

    private static final long SECOND = 1_000_000_000L;
    /** More than a key may be idle. */
    private static final int MANY = StreamLimits.DEFAULT.idleTxns() + 2_000;

    @TempDir
    private Path path;

    private HistoryDirectory twoWriters() {
        var header = new RunHeader(new Seed(1), "append", "serializable", "serializable", "test", Instant.EPOCH);
        return HistoryDirectory.create(path, header, HistoryDirectory.Options.LIVE)
                .forWriters(2);
    }

    private static void record(HistoryWriter writer, int key, long nanos) {
        record(writer, 0, key, nanos, nanos + SECOND / 2);
    }

    private static void record(HistoryWriter writer, int session, int key, long nanos, long endNanos) {
        List<Op> ops = List.of(new Op.Append(key, 1), new Op.Read(key, Elements.of(1)));
        writer.begin(session, TxnPlan.of(ops), nanos);
        writer.end(new Txn(session, ops, new Outcome.Committed(), nanos, endNanos));
    }

    private static void finish(StreamedCheck check) {
        check.finish();
        while (!check.isEnd()) {
            check.step(true);
        }
    }

    /** The transaction was announced all along, and judged as one that may have taken effect. */
    @Test
    void transactionThatNeverEndsLeavesOthersKnown() {
        HistoryDirectory directory = twoWriters();
        try (var check = StreamedCheck.following(path, 0)) {
            try (HistoryWriter writer = directory.writer(0);
                    HistoryWriter hanging = directory.writer(1)) {
                hanging.begin(1, TxnPlan.of(List.of(new Op.Append(5_000, 1))), 0);
                for (int second = 1; second < 200; second++) {
                    record(writer, second, second * SECOND);
                    check.step(true);
                }
            }
            finish(check);

            assertThat(check.progress().levels()).containsEntry(IsolationLevel.STRICT_SERIALIZABLE, Standing.HOLDS);
        }
    }

    /**
     * At five transactions a second a thousand others take more than three minutes to come together. What nobody reads
     * any more is told of in a few seconds all the same.
     */
    @Test
    void atALowRateAnAnomalyIsToldInSeconds() {
        long fifth = SECOND / 5;
        HistoryDirectory directory = twoWriters();
        try (var check = StreamedCheck.following(path, 0)) {
            try (HistoryWriter one = directory.writer(0);
                    HistoryWriter other = directory.writer(1)) {
                skewed(one, 0, 1, 2, SECOND);
                skewed(other, 1, 2, 1, SECOND + 1);
                long toldNanos = Long.MAX_VALUE;
                for (int txn = 10; txn < 200 && toldNanos == Long.MAX_VALUE; txn++) {
                    long now = txn * fifth;
                    record(txn % 2 == 0 ? one : other, txn % 2, txn, now, now + fifth / 2);
                    check.step(true);
                    boolean isTold = !check.verdict(IsolationLevel.SERIALIZABLE)
                            .sightings()
                            .isEmpty();
                    toldNanos = isTold ? now : toldNanos;
                }

                assertThat(toldNanos).isLessThan(12 * SECOND);
            }
        }
    }

    /** Records half of a write skew: neither of two sees what the other appends. */
    private static void skewed(HistoryWriter writer, int session, int reads, int appends, long nanos) {
        List<Op> planned = List.of(Op.Read.planned(reads), new Op.Append(appends, 1));
        List<Op> ops = List.of(new Op.Read(reads, Elements.EMPTY), new Op.Append(appends, 1));
        writer.begin(session, TxnPlan.of(planned), nanos);
        writer.end(new Txn(session, ops, new Outcome.Committed(), nanos, nanos + SECOND / 10));
    }

    /** They look at every key that there ever was, and would bring all of them back. */
    @Test
    void plansOfFinalReadsAreNoUseOfKeys() {
        HistoryDirectory directory = twoWriters();
        try (var check = StreamedCheck.following(path, 0)) {
            try (HistoryWriter writer = directory.writer(0);
                    HistoryWriter reader = directory.writer(1)) {
                for (int key = 1; key <= MANY; key++) {
                    record(writer, key, key * SECOND);
                    if (key % 1_000 == 0) {
                        check.step(true);
                    }
                }
                check.step(true);
                long now = (MANY + 1) * SECOND;
                writer.fault(new FaultEvent(now, FaultEvent.Phase.INJECTED, Durability.FINAL_READS, "n1"));
                record(writer, MANY + 1, now + 1);
                check.step(true);
                List<Op> all = IntStream.rangeClosed(1, 32)
                        .mapToObj(key -> (Op) new Op.Read(key, Elements.UNKNOWN))
                        .toList();
                reader.begin(1, TxnPlan.of(all), now + 2);
                check.step(true);
                check.step(true);
            }

            assertThat(check.progress().work().sweeps()).isZero();
        }
    }
}
