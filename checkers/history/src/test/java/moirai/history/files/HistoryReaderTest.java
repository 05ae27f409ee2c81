package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import moirai.history.HistoryFormatException;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.RunHeader;
import moirai.history.Txn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HistoryReaderTest {

    private static final Outcome COMMITTED = new Outcome.Committed();

    private final Scratch scratch = new Scratch();

    @AfterEach
    void removeFiles() {
        scratch.close();
    }

    @Test
    void noSuchFile() {
        requireRefusal(
                scratch.path.resolve("nowhere"), "no such file or directory; expected a directory with segments");
    }

    @Test
    void directoryWithoutSegments() {
        Scratch.write(scratch.path.resolve("run.json"), new byte[0]);

        requireRefusal(
                scratch.path,
                "a directory without segments; expected a directory with segments such as"
                        + " w0000-000001.seg, a run's directory that has them in history/, a .txt file in history"
                        + " notation, or a file of another tool");
    }

    @Test
    void foreignFile() {
        Path file = scratch.path.resolve("history.edn");
        Scratch.write(file, new byte[10]);

        requireRefusal(file, "not a history that can be read; expected a directory");
    }

    @Test
    void singleSegment() {
        recordChain(1);

        requireRefusal(scratch.segment(0, 1), "a segment is only part of a history; give the directory that it is in");
    }

    @Test
    void notation() {
        Path file = scratch.path.resolve("skew.txt");
        Scratch.write(file, "T0 s0 r1=[] a2=7\n".getBytes(StandardCharsets.UTF_8));

        HistoryReader.Loaded loaded = HistoryReader.read(file);

        assertThat(loaded.history().txnCount()).isOne();
        assertThat(loaded.warnings()).isEmpty();
    }

    @Test
    void brokenNotation() {
        Path file = scratch.path.resolve("skew.txt");
        Scratch.write(file, "T0 s0 r1=[] a2=7\nT2 s0\n".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> HistoryReader.read(file)).hasMessageStartingWith(file + ":2: T2 where T1 comes next");

        Scratch.write(file, new byte[] {'T', (byte) 0xff});
        requireRefusal(file, "holds bytes that are no text in UTF-8; expected one");
    }

    @Test
    void directoryOfARun() throws IOException {
        Path run = scratch.path.resolve("run");
        HistoryDirectory.create(run.resolve("history"), Scratch.HEADER)
                .writer(0)
                .close();

        assertThat(HistoryReader.read(run).history().header()).isEqualTo(Scratch.HEADER);
        assertThat(Files.exists(run.resolve("history"))).isTrue();
    }

    @Test
    void fileThatIsNoSegment() {
        Scratch.write(scratch.segment(0, 1), "not a segment".getBytes(StandardCharsets.UTF_8));

        requireRefusal(scratch.path, scratch.segment(0, 1), " at offset 0: starts with 'not a se', expected 'moirai'");
    }

    @Test
    void unknownVersion() {
        Scratch.write(scratch.segment(0, 1), new byte[] {'m', 'o', 'i', 'r', 'a', 'i', 2, 1, 9});

        requireRefusal(
                scratch.path,
                scratch.segment(0, 1),
                " at offset 0: format version 258, and this program reads 1, 2, 4 and 7");
    }

    @Test
    void flippedBitInTheMiddle() {
        recordChain(1);
        byte[] bytes = Scratch.bytes(scratch.segment(0, 1));
        bytes[headerEnd(bytes) + 9] ^= 1;
        Scratch.write(scratch.segment(0, 1), bytes);

        requireRefusal(
                scratch.path,
                scratch.segment(0, 1),
                " at offset " + headerEnd(bytes) + ": a frame of 7 bytes with CRC32C ");
    }

    @Test
    void frameOfAnAbsurdSize() {
        recordChain(1);
        byte[] bytes = Scratch.bytes(scratch.segment(0, 1));
        bytes[headerEnd(bytes) + 3] = (byte) 0xff;
        Scratch.write(scratch.segment(0, 1), bytes);

        requireRefusal(
                scratch.path,
                scratch.segment(0, 1),
                " at offset " + headerEnd(bytes) + ": a frame of 4278190087 bytes, expected at most 67108864");
    }

    @Test
    void emptyFrame() {
        recordChain(1);
        byte[] bytes = Scratch.bytes(scratch.segment(0, 1));
        bytes[headerEnd(bytes)] = 0;
        Scratch.write(scratch.segment(0, 1), bytes);

        requireRefusal(scratch.path, scratch.segment(0, 1), " at offset " + headerEnd(bytes) + ": an empty frame");
    }

    /** Frames have no numbers; a missing frame shows in the records around it or in the count. */
    @Test
    void frameThatIsGone() {
        var lost = new Txn(0, List.of(), new Outcome.Indeterminate("unfinished"), 0, 0);
        HistoryWriter writer =
                HistoryDirectory.create(scratch.path, Scratch.HEADER).writer(0);
        Scratch.record(writer, lost);
        writer.close();
        byte[] bytes = Scratch.bytes(scratch.segment(0, 1));
        int first = headerEnd(bytes);
        int second = first + SegmentFormat.FRAME_HEADER_BYTES + bytes[first];
        byte[] without = Arrays.copyOf(bytes, bytes.length - (second - first));
        System.arraycopy(bytes, second, without, first, bytes.length - second);
        Scratch.write(scratch.segment(0, 1), without);
        requireRefusal(scratch.path, scratch.segment(0, 1), ": a transaction ends that has not begun");
    }

    @Test
    void countThatDoesNotFit() {
        recordChain(1);
        Path file = scratch.segment(0, 1);
        byte[] bytes = Scratch.bytes(file);
        bytes[bytes.length - 1]++;
        DamageProperties.repairChecksums(bytes);
        Scratch.write(file, bytes);

        requireRefusal(scratch.path, file, ": CLOSE counts 9 transactions of the writer, and 8 are here");
    }

    @Test
    void frameBehindTheClose() {
        recordChain(1);
        Path file = scratch.segment(0, 1);
        byte[] bytes = Scratch.bytes(file);
        int first = headerEnd(bytes);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + SegmentFormat.FRAME_HEADER_BYTES + bytes[first]);
        System.arraycopy(bytes, first, longer, bytes.length, longer.length - bytes.length);
        Scratch.write(file, longer);

        requireRefusal(scratch.path, file, ": a record after CLOSE");
    }

    @Test
    void zerosBehindTheCloseAreSkippedAndSaid() {
        recordChain(1);
        Path file = scratch.segment(0, 1);
        byte[] bytes = Scratch.bytes(file);
        Scratch.write(file, Arrays.copyOf(bytes, bytes.length + 100));

        HistoryReader.Loaded loaded = scratch.read();

        assertThat(loaded.history().txnCount()).isEqualTo(8);
        assertThat(loaded.warnings())
                .containsExactly(file + " at offset " + bytes.length
                        + ": skipped 100 bytes that are no whole frame; the run was killed or goes on");
    }

    @Test
    void foreignName() {
        recordChain(1);
        Path copy = scratch.path.resolve("copy of w0000-000001.seg");
        Scratch.write(copy, new byte[0]);

        requireRefusal(scratch.path, copy, ": not named like a segment, for example w0003-000001.seg");
    }

    @Test
    void segmentMissingInTheMiddle() throws IOException {
        recordChain(3);
        Files.delete(scratch.segment(0, 2));

        requireRefusal(scratch.path, scratch.segment(0, 2), ": missing, although w0000-000003.seg is there");
    }

    @Test
    void segmentMissingAtTheEnd() throws IOException {
        recordChain(3);
        Files.delete(scratch.segment(0, 3));

        requireRefusal(scratch.path, scratch.segment(0, 3), ": missing, although w0000-000002.seg leads to it");
    }

    @Test
    void segmentCutInTheMiddleOfAChain() {
        recordChain(3);
        byte[] whole = Scratch.bytes(scratch.segment(0, 1));
        Scratch.write(scratch.segment(0, 1), Arrays.copyOf(whole, whole.length - 3));

        requireRefusal(scratch.path, scratch.segment(0, 1), "the segment ends here without a ROLL");

        byte[] second = Scratch.bytes(scratch.segment(0, 2));
        Scratch.write(scratch.segment(0, 2), Arrays.copyOf(second, headerEnd(second)));
        requireRefusal(scratch.path, scratch.segment(0, 1), "the segment ends here without a ROLL");
    }

    /** The process was killed between the creation of a segment and the ROLL of the one before. */
    @Test
    void rollThatWasNotFinished() {
        recordChain(2);
        byte[] first = Scratch.bytes(scratch.segment(0, 1));
        byte[] second = Scratch.bytes(scratch.segment(0, 2));
        int txns = scratch.read().history().txnCount();
        Scratch.write(scratch.segment(0, 1), Arrays.copyOf(first, first.length - 1));
        requireRefusal(scratch.path, scratch.segment(0, 1), "without a ROLL");

        for (int kept = 0; kept <= headerEnd(second); kept++) {
            Scratch.write(scratch.segment(0, 2), Arrays.copyOf(second, kept));
            HistoryReader.Loaded loaded = scratch.read();
            assertThat(loaded.history().txnCount()).isLessThan(txns);
            assertThat(loaded.history().isComplete()).isFalse();
            assertThat(loaded.warnings().getFirst()).startsWith(scratch.segment(0, 1) + " at offset ");
        }
    }

    @Test
    void segmentUnderAnotherName() throws IOException {
        recordChain(2);
        Files.copy(scratch.segment(0, 2), scratch.segment(0, 3));
        requireRefusal(scratch.path, scratch.segment(0, 2), "CLOSE, although w0000-000003.seg follows");

        Files.delete(scratch.segment(0, 3));
        Files.copy(scratch.segment(0, 1), scratch.segment(1, 1));
        requireRefusal(
                scratch.path, scratch.segment(1, 1), "a HEADER of w0000-000001.seg, under the name w0001-000001.seg");
    }

    @Test
    void segmentsOfTwoRuns() throws IOException {
        recordChain(1);
        Path other = scratch.path.resolve("other");
        HistoryDirectory.create(other, RunHeader.NONE).writer(1).close();
        Files.copy(other.resolve("w0001-000001.seg"), scratch.segment(1, 1));

        requireRefusal(scratch.path, scratch.segment(1, 1), ": is of another run than its neighbours: ");
    }

    @Test
    void sessionOfTwoWriters() {
        scratch.record(HistoryDirectory.Options.LIVE, List.of(List.of(txn(7, 0)), List.of(txn(7, 5))), List.of());

        requireRefusal(scratch.path, scratch.segment(1, 1), ": has transactions of session 7, and so has writer 0");
    }

    @Test
    void missingWriterIsSaid() throws IOException {
        scratch.record(
                HistoryDirectory.Options.LIVE,
                List.of(List.of(txn(0, 0)), List.of(txn(1, 0)), List.of(txn(2, 0)), List.of(txn(3, 0))),
                List.of());
        Files.delete(scratch.segment(1, 1));
        Files.delete(scratch.segment(2, 1));

        HistoryReader.Loaded loaded = scratch.read();

        assertThat(loaded.warnings())
                .containsExactly(scratch.path + ": no segments of writer 1 to 2, although writer 3 has some; what they"
                        + " recorded is missing");
        assertThat(loaded.history().isComplete()).isFalse();
        assertThat(loaded.history().txnCount()).isEqualTo(2);
    }

    /** The last writers leave no gap behind them; only the header knows of them. */
    @Test
    void missingLastWriterIsSaid() throws IOException {
        HistoryDirectory directory =
                HistoryDirectory.create(scratch.path, Scratch.HEADER).forWriters(3);
        for (int writer = 0; writer < 3; writer++) {
            directory.writer(writer).close();
        }
        assertThat(scratch.read().history().isComplete()).isTrue();
        Files.delete(scratch.segment(2, 1));

        HistoryReader.Loaded loaded = scratch.read();

        assertThat(loaded.warnings())
                .containsExactly(scratch.path + ": no segments of writer 2, although the history has 3 writers; what"
                        + " they recorded is missing");
        assertThat(loaded.history().isComplete()).isFalse();
    }

    @Test
    void writerBeyondTheLastIsRefused() {
        HistoryDirectory directory =
                HistoryDirectory.create(scratch.path, Scratch.HEADER).forWriters(3);

        assertThatThrownBy(() -> directory.writer(3)).hasMessage("writer 3 of a history with 3 writers, from 0");
    }

    @Test
    void equalStartsAreInTheOrderOfTheWriters() {
        scratch.record(
                HistoryDirectory.Options.LIVE,
                List.of(List.of(txn(2, 5), txn(2, 5)), List.of(txn(1, 5)), List.of(txn(0, 4), txn(0, 5))),
                List.of());

        assertThat(Recordings.txns(scratch.read().history()).stream().map(Txn::session))
                .containsExactly(0, 2, 2, 1, 0);
    }

    @Test
    void tornTailOfOneWriterLeavesTheOthersWhole() {
        scratch.record(
                HistoryDirectory.Options.LIVE, List.of(List.of(txn(0, 0), txn(0, 9)), List.of(txn(1, 5))), List.of());
        Scratch.write(scratch.segment(0, 1), new byte[0]);

        HistoryReader.Loaded loaded = scratch.read();

        assertThat(loaded.warnings())
                .containsExactly(scratch.segment(0, 1) + " at offset 0: not closed; the run was killed or goes on");
        assertThat(loaded.history().txnCount()).isOne();
        assertThat(loaded.history().header()).isEqualTo(Scratch.HEADER);
    }

    private void requireRefusal(Path path, String reason) {
        requireRefusal(path, path, reason);
    }

    private static void requireRefusal(Path path, Path blamed, String reason) {
        assertThatThrownBy(() -> HistoryReader.read(path))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith(blamed.toString())
                .hasMessageContaining(reason);
    }

    /** Records with one writer this many segments. */
    private void recordChain(int segments) {
        int count = 8 * segments;
        scratch.record(
                new HistoryDirectory.Options(false, segments == 1 ? 1 << 20 : 300),
                List.of(IntStream.range(0, count).mapToObj(i -> txn(0, i)).toList()),
                List.of());
        assertThat(scratch.segments()).hasSize(segments);
    }

    private static int headerEnd(byte[] segment) {
        return SegmentFormat.PREAMBLE_BYTES + SegmentFormat.FRAME_HEADER_BYTES + segment[SegmentFormat.PREAMBLE_BYTES];
    }

    private static Txn txn(int session, long nanos) {
        return new Txn(session, List.of(new Op.Append(1, 5)), COMMITTED, nanos, nanos + 1);
    }
}
