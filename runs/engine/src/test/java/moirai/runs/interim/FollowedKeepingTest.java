package moirai.runs.interim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.durability.Durability;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress;
import moirai.history.Elements;
import moirai.history.FaultEvent;
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
import moirai.history.keeping.NoteFile;
import moirai.history.keeping.SegmentKeeper;
import moirai.history.keeping.TimeSpan;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedKeepingTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Keep.Recent POLICY = new Keep.Recent(Duration.ofSeconds(80), true, true);
    /** The segments of an age, one that is older in part, the one that is written, and two that are not judged yet. */
    private static final int SEGMENTS_MAX = Keep.SEGMENTS_OF_AGE + 4;

    /** A list that is a minute old is left alone: a run has more transactions a second. */
    private static final StreamLimits FORGETFUL = new StreamLimits(4, 8, 16, 1_000);

    @TempDir
    private Path path;

    private HistoryDirectory directory;
    private long seconds;
    private final List<Integer> list = new ArrayList<>();

    @BeforeEach
    void create() {
        var header = new RunHeader(new Seed(1), "append", "serializable", "serializable", "test", Instant.EPOCH);
        directory = HistoryDirectory.create(path, header, HistoryDirectory.Options.LIVE.with(POLICY))
                .forWriters(1);
    }

    /**
     * Records a transaction a second that reads a list and appends to it; each minute another list. The last state of a
     * list is read too: an append that nobody reads waits for readers before it is judged.
     */
    private void recordSeconds(HistoryWriter writer, int count) {
        for (int i = 0; i < count; i++) {
            int key = (int) (seconds / 60);
            var ops = new ArrayList<Op>();
            if (seconds % 60 == 0 && key > 0) {
                ops.add(new Op.Read(key - 1, seen()));
                list.clear();
            }
            ops.add(new Op.Read(key, seen()));
            list.add(list.size() + 1);
            ops.add(new Op.Append(key, list.size()));
            record(writer, ops, seconds * SECOND);
            seconds++;
        }
    }

    private Elements seen() {
        return Elements.of(list.stream().mapToInt(element -> element).toArray());
    }

    private static void record(HistoryWriter writer, List<Op> ops, long nanos) {
        record(writer, 0, ops, nanos);
    }

    private static void record(HistoryWriter writer, int session, List<Op> ops, long nanos) {
        var txn = new Txn(session, ops, new Outcome.Committed(), nanos, nanos + SECOND / 2);
        writer.begin(session, TxnPlan.of(ops), nanos);
        writer.end(txn);
    }

    private static void judge(StreamedCheck check, FollowedKeeping keeping) {
        check.step(true);
        keeping.after(check, check.verdict(IsolationLevel.SERIALIZABLE));
    }

    private long segmentCount() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> file.toString().endsWith(".seg")).count();
        }
    }

    @Test
    void bytesOnTheDiskStayBoundedAndTheVerdictCoversAll() throws IOException {
        var keeping = new FollowedKeeping(path, POLICY);
        try (var check = new StreamedCheck(path, FORGETFUL, 1_000)) {
            try (HistoryWriter writer = directory.writer(0)) {
                for (int batch = 0; batch < 200; batch++) {
                    recordSeconds(writer, 10);
                    judge(check, keeping);

                    assertThat(segmentCount()).isLessThanOrEqualTo(SEGMENTS_MAX);
                }
            }
            check.finish();
            while (!check.isEnd()) {
                check.step(true);
            }
            Streamed all = check.result();

            assertThat(all.warnings()).isEmpty();
            assertThat(all.evidence().committed()).isEqualTo(2_000);
            assertThat(all.progress().levels())
                    .containsEntry(IsolationLevel.STRICT_SERIALIZABLE, StreamProgress.Standing.HOLDS);
        }
        assertThat(keeping.trouble()).isEmpty();
        HistoryReader.Loaded kept = HistoryReader.read(path);
        assertThat(kept.history().txnCount()).isBetween(80, 80 + 10 * SEGMENTS_MAX);
        assertThat(kept.history().isComplete()).isFalse();
        assertThat(kept.warnings())
                .singleElement()
                .asString()
                .contains("were dropped by --keep 1m20s,anomalies,faults");
    }

    @Test
    void whatSurroundsAnAnomalyStays() throws IOException {
        var keeping = new FollowedKeeping(path, POLICY);
        try (var check = new StreamedCheck(path, FORGETFUL, 1_000);
                HistoryWriter writer = directory.writer(0)) {
            recordSeconds(writer, 300);
            // A read of the empty list, after it was read and appended to.
            record(writer, List.of(new Op.Read(4, Elements.of())), seconds * SECOND);
            seconds++;
            list.clear();
            recordSeconds(writer, 59);
            for (int batch = 0; batch < 30; batch++) {
                recordSeconds(writer, 60);
                judge(check, keeping);
            }

            assertThat(check.verdict(IsolationLevel.STRICT_SERIALIZABLE).sightings())
                    .isNotEmpty();
        }
        var kept = HistoryReader.read(path).history();
        assertThat(kept.startNanos(0)).isBetween(250 * SECOND, 300 * SECOND);
        assertThat(Manifest.of(path).dropped().get(0)).hasSize(2);
    }

    @Test
    void lossOfAnAppendIsFoundAlthoughItsSegmentIsGone() throws IOException {
        var keeping = new FollowedKeeping(path, POLICY);
        try (var check = new StreamedCheck(path, FORGETFUL, 1_000)) {
            check.remember();
            try (HistoryWriter writer = directory.writer(0)) {
                for (int batch = 0; batch < 50; batch++) {
                    recordSeconds(writer, 10);
                    judge(check, keeping);
                }
                writer.fault(new FaultEvent(seconds * SECOND, FaultEvent.Phase.INJECTED, "final-reads", ""));
                record(writer, List.of(new Op.Read(0, Elements.of(1, 2, 3))), seconds * SECOND + 1);
                writer.fault(new FaultEvent((seconds + 2) * SECOND, FaultEvent.Phase.HEALED, "final-reads", ""));
            }
            check.finish();
            while (!check.isEnd()) {
                check.step(true);
            }

            assertThat(HistoryReader.read(path).history().startNanos(0)).isGreaterThan(60 * SECOND);
            assertThat(check.result().durability().isKnown()).isTrue();
            assertThat(check.result().durability().lostCount()).isEqualTo(57);
            assertThat(check.result().durability().acknowledged()).isEqualTo(60);
            assertThat(check.result().durability().lost()).isEmpty();
        }
    }

    /** Records 500 s, of which most are dropped, and is gone. */
    private void recordAndDie() throws IOException {
        var keeping = new FollowedKeeping(path, POLICY);
        try (var check = new StreamedCheck(path, FORGETFUL, 1_000)) {
            check.remember();
            try (HistoryWriter writer = directory.writer(0)) {
                for (int batch = 0; batch < 50; batch++) {
                    recordSeconds(writer, 10);
                    judge(check, keeping);
                }
            }
        }
        assertThat(Manifest.of(path).gone().committed()).isGreaterThan(300);
    }

    /** Goes on in another process, which finally reads so much of list 0 and all of the others. */
    private Durability resumed(int shownOfList0) {
        var header = new RunHeader(new Seed(1), "append", "serializable", "serializable", "test", Instant.EPOCH);
        HistoryDirectory again = HistoryDirectory.resume(path, header, HistoryDirectory.Options.LIVE.with(POLICY));
        try (HistoryWriter writer = again.forWriters(1).writer(0)) {
            writer.fault(new FaultEvent(seconds * SECOND, FaultEvent.Phase.INJECTED, "final-reads", ""));
            var reads = new ArrayList<Op>();
            reads.add(new Op.Read(0, upTo(shownOfList0)));
            for (int key = 1; key < 8; key++) {
                reads.add(new Op.Read(key, upTo(60)));
            }
            reads.add(new Op.Read(8, upTo(20)));
            record(writer, 1, reads, seconds * SECOND + 1);
            writer.fault(new FaultEvent((seconds + 2) * SECOND, FaultEvent.Phase.HEALED, "final-reads", ""));
        }
        try (var check = new StreamedCheck(path, FORGETFUL, 1_000)) {
            check.remember();
            check.finish();
            while (!check.isEnd()) {
                check.step(true);
            }
            return check.result().durability();
        }
    }

    private static Elements upTo(int last) {
        return Elements.of(IntStream.rangeClosed(1, last).toArray());
    }

    /** What was acknowledged in them is in the note, with the judgement. */
    @Test
    void finalReadsOfTheNextProcessAnswerForSegmentsThatAreGone() throws IOException {
        recordAndDie();

        Durability judged = resumed(60);

        assertThat(judged.isDoubtful()).isFalse();
        assertThat(judged.counts()).isEqualTo(new Durability.Counts(500, 0, 0, 0, 0));
    }

    @Test
    void lossThatTheNextProcessFindsIsCountedAlthoughItsSegmentIsGone() throws IOException {
        recordAndDie();

        assertThat(resumed(3).counts()).isEqualTo(new Durability.Counts(500, 57, 0, 0, 0));
    }

    /** A note of version 1 does not say what was acknowledged. */
    @Test
    void noteWithoutAppendsLeavesTheLossUnknown() throws IOException {
        recordAndDie();
        Path note = path.resolve(SegmentKeeper.JUDGED);
        String without = NoteFile.read(note)
                .orElseThrow()
                .lines()
                .filter(line -> !line.startsWith("acknowledged ") && !line.startsWith("appends "))
                .map(line -> line.replace("version 2", "version 1") + "\n")
                .collect(Collectors.joining());
        NoteFile.write(note, without);

        assertThat(resumed(60).isDoubtful()).isTrue();
    }

    @Test
    void faultIsSurroundedFromItsInjectionToItsHealing() {
        var spans = FollowedKeeping.aroundFaults(List.of(
                new FaultEvent(20 * SECOND, FaultEvent.Phase.INJECTED, "kill", "n1"),
                new FaultEvent(50 * SECOND, FaultEvent.Phase.HEALED, "kill", "n1"),
                new FaultEvent(90 * SECOND, FaultEvent.Phase.INJECTED, "final-reads", "")));

        assertThat(spans)
                .containsExactlyInAnyOrder(
                        new TimeSpan(15 * SECOND, 25 * SECOND),
                        new TimeSpan(20 * SECOND, 50 * SECOND),
                        new TimeSpan(45 * SECOND, 55 * SECOND));
    }
}
