package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.zip.CRC32C;
import moirai.history.FaultEvent;
import moirai.history.HistoryFormatException;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.keeping.Keep;
import moirai.history.keeping.Manifest;
import moirai.history.keeping.NoteFile;
import moirai.history.keeping.SegmentKeeper;
import moirai.history.keeping.TimeSpan;
import moirai.history.resuming.HistoryExtent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeptSegmentsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Keep.Recent POLICY = new Keep.Recent(Duration.ofSeconds(10), true, true);

    private final Scratch scratch = new Scratch();

    @AfterEach
    void delete() {
        scratch.close();
    }

    private static Txn append(int element, long beganSeconds) {
        return new Txn(
                0,
                List.of(new Op.Append(1, element)),
                new Outcome.Committed(),
                beganSeconds * SECOND,
                beganSeconds * SECOND + SECOND / 2);
    }

    /** Records a transaction each second, in segments of five seconds. */
    private HistoryWriter recordSeconds(int count) {
        var options = new HistoryDirectory.Options(false, Long.MAX_VALUE, 5 * SECOND);
        HistoryWriter writer = HistoryDirectory.create(scratch.path, Scratch.HEADER, options)
                .forWriters(1)
                .writer(0);
        for (int i = 0; i < count; i++) {
            Scratch.record(writer, append(i, i));
        }
        return writer;
    }

    @Test
    void segmentsAreRolledByTimeAndGoWhenTheyAreJudgedAndOldEnough() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        try (HistoryTail tail = HistoryTail.open(scratch.path);
                HistoryWriter recording = recordSeconds(31)) {
            assertThat(recording).isNotNull();
            tail.poll(1000);
            keeper.passed(tail.passed());

            assertThat(keeper.drop(Scratch.judgedUpTo(0), 31 * SECOND, List.of()))
                    .isZero();
            assertThat(keeper.drop(Scratch.judgedUpTo(31 * SECOND), 10 * SECOND, List.of()))
                    .isZero();
            int dropped = keeper.drop(Scratch.judgedUpTo(31 * SECOND), 31 * SECOND, List.of());

            assertThat(dropped).isBetween(4, 5);
            assertThat(keeper.manifest().firstKept(0, 1)).isEqualTo(dropped + 1);
        }
        HistoryReader.Loaded loaded = HistoryReader.read(scratch.path);
        assertThat(loaded.warnings())
                .singleElement()
                .asString()
                .matches(scratch.path
                        + ": segments up to (16|17|18|19|20) s were dropped by --keep 10s,anomalies,faults after"
                        + " everything up to 31 s had been judged; this is the part that was kept");
        assertThat(loaded.history().startNanos(0)).isBetween(16 * SECOND, 21 * SECOND);
    }

    @Test
    void whatIsStillNeededStaysAndTheJudgementIsWrittenBeforeAnythingGoes() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        recordSeconds(31).close();
        try (HistoryTail tail = HistoryTail.open(scratch.path)) {
            tail.poll(1000);
            keeper.passed(tail.passed());
            var needing = new SegmentKeeper.Judged(Long.MAX_VALUE, 12 * SECOND, 7, 9, () -> "judged so\n");

            assertThat(keeper.drop(needing, Long.MAX_VALUE, List.of())).isPositive();
        }
        assertThat(HistoryReader.read(scratch.path).history().startNanos(0)).isBetween(6 * SECOND, 12 * SECOND);
        assertThat(NoteFile.read(scratch.path.resolve(SegmentKeeper.JUDGED))).contains("judged so\n");
    }

    @Test
    void extentOfAHistoryCountsWhatWasDropped() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        recordSeconds(31).close();
        try (HistoryTail tail = HistoryTail.open(scratch.path)) {
            tail.poll(1000);
            keeper.passed(tail.passed());
            keeper.drop(Scratch.judgedUpTo(Long.MAX_VALUE), Long.MAX_VALUE, List.of());
        }

        assertThat(HistoryExtent.of(scratch.path))
                .isEqualTo(new HistoryExtent(31, 30 * SECOND + SECOND / 2, Scratch.SESSIONS, Scratch.KEYS, List.of()));
    }

    /** The manifests of the version before say nothing of keys, so nobody can go on after them. */
    @Test
    void manifestOfAnEarlierVersionIsReadAndItsHistoryIsNotGoneOnWith() throws Exception {
        recordSeconds(31).close();
        Files.delete(scratch.segment(0, 1));
        String body = """
                moirai segments dropped, version 1
                policy 10s
                until 4500000000 proven 31000000000
                writer 0 segments 1 to 1 with 1 transactions of the writer up to there
                """;
        var crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        Files.writeString(scratch.path.resolve(Manifest.NAME), body + "crc " + Long.toHexString(crc.getValue()) + "\n");

        assertThat(HistoryReader.read(scratch.path).history().txnCount()).isEqualTo(30);
        assertThatThrownBy(() -> HistoryExtent.of(scratch.path))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("is of an earlier version");
    }

    @Test
    void writersLastSegmentStaysHoweverOldItIs() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        recordSeconds(31).close();
        try (HistoryTail tail = HistoryTail.open(scratch.path)) {
            tail.poll(1000);
            keeper.passed(tail.passed());
            keeper.drop(Scratch.judgedUpTo(Long.MAX_VALUE), Long.MAX_VALUE, List.of());
        }

        assertThat(SegmentListing.of(scratch.path).lastSegments().get(0))
                .isEqualTo(keeper.manifest().firstKept(0, 1));
    }

    @Test
    void whatSurroundsAnEventStaysAndWhatTheReaderHasNotPassedToo() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        recordSeconds(31).close();
        try (HistoryTail tail = HistoryTail.open(scratch.path)) {
            assertThat(keeper.drop(Scratch.judgedUpTo(Long.MAX_VALUE), Long.MAX_VALUE, List.of()))
                    .isZero();
            tail.poll(1000);
            keeper.passed(tail.passed());
            keeper.drop(
                    Scratch.judgedUpTo(Long.MAX_VALUE), Long.MAX_VALUE, List.of(TimeSpan.around(12 * SECOND, 1, 1)));
        }

        var kept = HistoryReader.read(scratch.path).history();
        assertThat(kept.startNanos(0)).isBetween(6 * SECOND, 12 * SECOND);
        assertThat(keeper.manifest().dropped().get(0)).hasSize(2);
    }

    @Test
    void segmentsWithFaultsStay() throws Exception {
        var keeper = new SegmentKeeper(scratch.path, POLICY);
        var options = new HistoryDirectory.Options(false, 1);
        try (HistoryWriter writer =
                HistoryDirectory.create(scratch.path, Scratch.HEADER, options).writer(0)) {
            Scratch.record(writer, append(1, 1));
            writer.fault(new FaultEvent(2 * SECOND, FaultEvent.Phase.INJECTED, "kill", "n1"));
            Scratch.record(writer, append(2, 3));
            Scratch.record(writer, append(3, 4));
        }
        try (HistoryTail tail = HistoryTail.open(scratch.path)) {
            tail.poll(1000);
            keeper.passed(tail.passed());
            keeper.drop(Scratch.judgedUpTo(Long.MAX_VALUE), Long.MAX_VALUE, List.of());
        }

        assertThat(HistoryReader.read(scratch.path).history().faults()).hasSize(1);
        assertThat(Manifest.of(scratch.path)).isEqualTo(keeper.manifest());
    }
}
