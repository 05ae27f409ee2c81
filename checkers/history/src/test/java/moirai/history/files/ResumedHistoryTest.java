package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.history.FaultEvent;
import moirai.history.Golden;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.resuming.HistoryExtent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Histories of runs in several parts, some of which were killed. */
class ResumedHistoryTest {

    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final RunHeader OTHER = new RunHeader(new Seed(1), "", "", "", "", Instant.EPOCH);

    private final Scratch scratch = new Scratch();

    @AfterEach
    void delete() {
        scratch.close();
    }

    private static Txn append(int session, int key, long startNanos, long endNanos) {
        return new Txn(session, List.of(new Op.Append(key, 1)), COMMITTED, startNanos, endNanos);
    }

    private static void begin(HistoryWriter writer, Txn txn) {
        writer.begin(txn.session(), TxnPlan.of(txn.ops()), txn.startNanos());
    }

    private HistoryDirectory first(int writers) {
        return HistoryDirectory.create(scratch.path, Scratch.HEADER).forWriters(writers);
    }

    private HistoryDirectory next() {
        return HistoryDirectory.resume(scratch.path, OTHER, HistoryDirectory.Options.LIVE);
    }

    private static void record(HistoryDirectory directory, int writer, Txn... txns) {
        try (HistoryWriter recording = directory.writer(writer)) {
            Stream.of(txns).forEach(txn -> Scratch.record(recording, txn));
        }
    }

    /** Records an end and an intent, and leaves the file as a kill does: the last transaction has no end. */
    private static void killed(HistoryDirectory directory, int writer, Txn ended, Txn under) {
        HistoryWriter recording = directory.writer(writer);
        Scratch.record(recording, ended);
        begin(recording, under);
    }

    @Test
    void partsThatEndedAreOneHistoryThatIsComplete() {
        HistoryDirectory first = first(2);
        record(first, 0, append(0, 1, 10, 20));
        record(first, 1, append(1, 2, 10, 30));
        HistoryDirectory second = next();
        record(second.forWriters(1), 0, append(2, 3, 40, 50));

        HistoryReader.Loaded read = scratch.read();

        assertThat(second.header()).isEqualTo(Scratch.HEADER);
        assertThat(second.writersBefore()).isEqualTo(2);
        assertThat(read.warnings()).isEmpty();
        assertThat(read.history().isComplete()).isTrue();
        assertThat(Recordings.txns(read.history()))
                .containsExactly(append(0, 1, 10, 20), append(1, 2, 10, 30), append(2, 3, 40, 50));
        assertThat(scratch.segment(2, 1)).exists();
    }

    @Test
    void runThatWasKilledHasOneWarningForAllItsWriters() {
        HistoryDirectory only = first(2);
        killed(only, 0, append(0, 1, 10, 20), append(0, 1, 30, 30));
        killed(only, 1, append(1, 2, 10, 20), append(1, 2, 31, 31));

        assertThat(scratch.read().warnings())
                .singleElement()
                .asString()
                .startsWith("2 writers did not close their files, the first ")
                .endsWith("the run was killed or goes on");
    }

    @Test
    void partThatWasKilledIsSaidOnceAndItsLastTransactionsAreIndeterminate() {
        HistoryDirectory first = first(2);
        killed(first, 0, append(0, 1, 10, 20), append(0, 1, 30, 30));
        killed(first, 1, append(1, 2, 10, 20), append(1, 2, 31, 31));
        record(next().forWriters(1), 0, append(2, 3, 40, 50));

        HistoryReader.Loaded read = scratch.read();

        assertThat(read.warnings())
                .singleElement()
                .asString()
                .startsWith("part 1 of 2 broke off: 2 writers did not close their files, the first ");
        assertThat(read.history().isComplete()).isFalse();
        assertThat(Recordings.txns(read.history()))
                .contains(new Txn(0, List.of(new Op.Append(1, 1)), Outcome.Indeterminate.UNFINISHED, 30, 50));
    }

    @Test
    void writersThatAPartHasLostAreMissed() throws IOException {
        HistoryDirectory first = first(2);
        record(first, 0, append(0, 1, 10, 20));
        record(first, 1, append(1, 2, 10, 30));
        record(next().forWriters(1), 0, append(2, 3, 40, 50));
        Files.delete(scratch.segment(1, 1));

        assertThat(scratch.read().warnings())
                .singleElement()
                .asString()
                .contains("no segments of writer 1, although writer 2 has some");
    }

    @Test
    void numbersOfWritersThatNeverBeganAreNotUsedAgain() {
        record(first(4), 0, append(0, 1, 10, 20));
        HistoryDirectory second = next();
        record(second.forWriters(1), 0, append(2, 3, 40, 50));

        assertThat(second.writersBefore()).isEqualTo(4);
        assertThat(scratch.read().warnings())
                .singleElement()
                .asString()
                .contains("no segments of writer 1 to 3, although writer 4 has some");
    }

    @Test
    void partThatWasKilledBeforeItsFirstHeaderLeavesItsNumbersBehind() throws IOException {
        record(first(1), 0, append(0, 1, 10, 20));
        Files.createFile(scratch.segment(1, 1));
        HistoryDirectory third = next();
        record(third.forWriters(2), 0, append(2, 3, 40, 50));
        record(third.forWriters(2), 1, append(3, 3, 40, 50));

        assertThat(third.writersBefore()).isEqualTo(2);
        assertThat(scratch.read().history().txnCount()).isEqualTo(3);
        assertThat(scratch.read().warnings()).singleElement().asString().contains("w0001-000001.seg at offset 0");
    }

    @Test
    void runThatWasKilledBeforeItsFirstHeaderGetsOne() throws IOException {
        Files.createFile(scratch.segment(0, 1));
        record(next().forWriters(1), 0, append(2, 3, 40, 50));

        assertThat(scratch.read().history().header()).isEqualTo(OTHER);
        assertThat(HistoryExtent.of(scratch.path)).isEqualTo(new HistoryExtent(1, 50, 3, 4, List.of()));
    }

    @Test
    void writersOfAnotherPartAreRefusedUnderNumbersOfThis() throws IOException {
        record(first(2), 0, append(0, 1, 10, 20));
        try (var other = new Scratch()) {
            record(HistoryDirectory.create(other.path, Scratch.HEADER).forWriters(3), 1, append(2, 3, 40, 50));
            Files.copy(other.segment(1, 1), scratch.segment(1, 1));
        }

        assertThatThrownBy(scratch::read)
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("w0001-000001.seg: is of another run than its neighbours: writer 1 of 3 writers");
    }

    @Test
    void extentHasWhatAllPartsHaveUsed() {
        HistoryDirectory first = first(2);
        killed(first, 0, append(7, 1, 10, 20), append(8, 90, 70, 70));
        try (HistoryWriter faults = first.writer(1)) {
            faults.begin(3, TxnPlan.of(Op.Scan.planned(4, 200)), 5);
            faults.fault(new FaultEvent(80, FaultEvent.Phase.INJECTED, "kill", "n1"));
        }

        assertThat(HistoryExtent.of(scratch.path))
                .isEqualTo(new HistoryExtent(
                        3,
                        80,
                        9,
                        201,
                        HistoryReader.read(scratch.path).history().faults()));
    }

    @Test
    void tailGoesOnWithTheNextPartWhereTheOneBeforeHasEnded() {
        record(first(1), 0, append(0, 1, 10, 20));
        try (var tail = HistoryTail.open(scratch.path).awaiting(1)) {
            HistoryTail.Piece before = tail.poll(10);
            HistoryDirectory second = next().forWriters(1);
            try (HistoryWriter writer = second.writer(0)) {
                begin(writer, append(1, 2, 30, 40));
                HistoryTail.Piece during = tail.poll(10);

                assertThat(during.isEnd()).isFalse();
                assertThat(during.open().txnCount()).isEqualTo(1);
                assertThat(during.watermarkNanos()).isEqualTo(30);
                writer.end(append(1, 2, 30, 40));
            }
            HistoryTail.Piece after = tail.poll(10);

            assertThat(before.isEnd()).isFalse();
            assertThat(Recordings.txns(before.ended())).containsExactly(append(0, 1, 10, 20));
            assertThat(before.unseenNanos()).isEqualTo(Long.MIN_VALUE);
            assertThat(Recordings.txns(after.ended())).containsExactly(append(1, 2, 30, 40));
            assertThat(after.isEnd()).isTrue();
        }
    }

    @Test
    void whatAKilledPartHasLeftOpenDoesNotHoldTheNextOne() {
        killed(first(2), 0, append(0, 1, 10, 20), append(0, 1, 30, 30));
        try (var tail = HistoryTail.open(scratch.path, Duration.ofSeconds(5)).awaiting(2)) {
            tail.poll(10);
            try (HistoryWriter writer = next().forWriters(1).writer(0)) {
                Scratch.record(writer, append(1, 2, 40, 50));
                begin(writer, append(1, 2, 60, 60));

                var seen = new ArrayList<>(Recordings.txns(tail.poll(10).ended()));
                HistoryTail.Piece piece = tail.poll(10);
                seen.addAll(Recordings.txns(piece.ended()));

                assertThat(seen).contains(append(1, 2, 40, 50));
                assertThat(piece.watermarkNanos()).isEqualTo(60);
                assertThat(piece.open().txnCount()).isEqualTo(1);
                assertThat(tail.late()).isEmpty();
            }
        }
    }

    /** The golden file of runs in parts: the first was killed, and the second has ended. */
    @Test
    void killedAndResumedRunIsWrittenByteForByteAndReadForEver() throws IOException {
        Path golden = Golden.path("format-7-resumed");
        killed(first(1), 0, append(0, 1, 10, 20), append(0, 1, 30, 30));
        record(next().forWriters(1), 0, append(1, 2, 1_000, 1_500));
        if (Golden.isUpdate()) {
            Files.createDirectories(golden);
            for (Path file : scratch.segments()) {
                Files.write(golden.resolve(file.getFileName().toString()), Scratch.bytes(file));
            }
        }

        assertThat(scratch.segments())
                .hasSize(2)
                .allSatisfy(file -> assertThat(file).hasSameBinaryContentAs(golden.resolve(file.getFileName())));
        for (String version : List.of("format-4-resumed", "format-7-resumed")) {
            HistoryReader.Loaded loaded = HistoryReader.read(Golden.path(version));
            assertThat(loaded.warnings()).singleElement().asString().startsWith("part 1 of 2 broke off");
            Golden.requireText(version + ".txt", HistoryNotation.format(loaded.history()));
        }
    }
}
