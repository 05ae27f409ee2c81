package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.files.HistoryWriter;
import moirai.history.keeping.Keep;
import moirai.history.keeping.Manifest;
import moirai.history.keeping.SegmentKeeper;
import moirai.history.level.IsolationLevel;
import moirai.runs.interim.HistoryFollower;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code check} on histories of which segments were dropped. */
@Timeout(120)
class KeptHistoryTest {

    private static final int TXNS = 60_000;
    private static final int ELEMENTS_MAX = 50;
    private static final long TXN_NANOS = 10_000_000;
    private static final Keep.Recent POLICY = new Keep.Recent(Duration.ofSeconds(80), false, false);

    @TempDir
    private Path path;

    /** Records a run of ten minutes, judges it meanwhile, and drops what is older than 80 seconds. */
    private void record(boolean withAnomaly) throws Exception {
        var header = new RunHeader(new Seed(1), "append", "serializable", "serializable", "test", Instant.EPOCH);
        HistoryDirectory directory = HistoryDirectory.create(path, header, HistoryDirectory.Options.LIVE.with(POLICY))
                .forWriters(1);
        var dropped = new CountDownLatch(1);
        try (HistoryFollower follower = HistoryFollower.start(path, IsolationLevel.SERIALIZABLE, POLICY, verdict -> {
            if (!Manifest.of(path).isEmpty()) {
                dropped.countDown();
            }
        })) {
            try (HistoryWriter writer = directory.writer(0)) {
                for (int txn = 0; txn < TXNS; txn++) {
                    record(writer, txn, withAnomaly && txn == ELEMENTS_MAX / 2);
                }
                assertThat(dropped.await(100, TimeUnit.SECONDS)).isTrue();
            }
            follower.rest();
        }
    }

    /**
     * Records a transaction that reads a list and appends to it.
     *
     * @param isStale whether the read lacks all that was appended before
     */
    private static void record(HistoryWriter writer, int txn, boolean isStale) {
        int key = txn / ELEMENTS_MAX;
        int count = txn % ELEMENTS_MAX;
        var ops = new ArrayList<Op>();
        if (count == 0 && key > 0) {
            ops.add(new Op.Read(key - 1, elements(ELEMENTS_MAX)));
        }
        ops.add(new Op.Read(key, elements(isStale ? 0 : count)));
        ops.add(new Op.Append(key, count + 1));
        long nanos = txn * TXN_NANOS;
        writer.begin(0, TxnPlan.of(ops), nanos);
        writer.end(new Txn(0, ops, new Outcome.Committed(), nanos, nanos + TXN_NANOS / 2));
    }

    private static Elements elements(int count) {
        var elements = new int[count];
        for (int i = 0; i < count; i++) {
            elements[i] = i + 1;
        }
        return Elements.of(elements);
    }

    private Cli.Ended check() {
        return Cli.plain().run("check", path.toString(), "--min-committed", "0");
    }

    @Test
    void verdictSpansWhatWasDropped() throws Exception {
        record(false);

        Cli.Ended ended = check();

        assertThat(HistoryReader.read(path).history().txnCount()).isLessThan(TXNS / 2);
        assertThat(ended.words())
                .contains("verdict: VALID · ", "60,000 committed")
                .contains(String.format(
                        Locale.ROOT,
                        " · %,d transactions were judged while the run went and are no longer on the disk",
                        Manifest.of(path).gone().txns()));
        assertThat(ended.code()).isZero();
    }

    @Test
    void questionsAreAnsweredOfWhatIsOnTheDiskAndSaySo() throws Exception {
        record(false);

        Cli.Ended ended = Cli.plain().run("history", "query", path.toString(), "select count(*) as txns from txns");

        int kept = HistoryReader.read(path).history().txnCount();
        assertThat(ended.out().lines().map(String::strip)).containsExactly("txns", "" + kept);
        assertThat(ended.err()).contains("the tables lack something: ", "were dropped by --keep 1m20s");
        assertThat(ended.code()).isZero();
    }

    /** The transactions that prove it are on the disk no longer, but for the note of the run. */
    @Test
    void anomalyOfTheDroppedPartIsReported() throws Exception {
        record(true);

        Cli.Ended ended = check();

        assertThat(HistoryReader.read(path).history().startNanos(0)).isGreaterThan(ELEMENTS_MAX * TXN_NANOS);
        assertThat(ended.out()).contains("verdict: INVALID · ", " transactions were judged while the run went");
        assertThat(ended.code()).isEqualTo(1);
    }

    @Test
    void missingJudgementLeavesTheWholeUnknown() throws Exception {
        record(false);
        Files.delete(path.resolve(SegmentKeeper.JUDGED));

        Cli.Ended ended = check();

        assertThat(ended.words())
                .contains(
                        "verdict: UNKNOWN · ",
                        "a part is not on the disk any more: segments were dropped by a version that did not note",
                        " · of the part that --keep 1m20s kept");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void damagedJudgementLeavesTheWholeUnknownAndIsNamed() throws Exception {
        record(false);
        Path note = path.resolve(SegmentKeeper.JUDGED);
        Files.writeString(note, Files.readString(note).replace("proven", "disproven"));

        Cli.Ended ended = check();

        assertThat(ended.words())
                .contains(
                        "verdict: UNKNOWN · ",
                        "the note of how the segments that were dropped had been judged is damaged, " + note);
        assertThat(ended.code()).isEqualTo(2);
    }

    /** Another engine judges all at once, and cannot go on from the note. */
    @Test
    void otherEngineJudgesWhatIsKeptAlone() throws Exception {
        record(false);

        Cli.Ended ended = Cli.plain().run("check", path.toString(), "--min-committed", "0", "--engine", "cycles");

        assertThat(ended.out()).contains("verdict: UNKNOWN · ", "and what is there says nothing of it");
        assertThat(ended.code()).isEqualTo(2);
    }
}
