package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.function.UnaryOperator;
import moirai.history.HistoryFormatException;
import moirai.history.encoding.FrameBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records that no writer makes, in frames with valid checksums. */
class CraftedRecordsTest {

    private final Scratch scratch = new Scratch();

    @AfterEach
    void removeFiles() {
        scratch.close();
    }

    /** Nothing is allocated on the word of a file alone. */
    @Test
    void readThatClaimsToBeHuge() throws IOException {
        requireRefusal(
                frame -> endOfRead(frame).varint(Integer.MAX_VALUE).varint(0),
                "a read of 2147483646 elements, of which 0 are known and only 0 bytes follow");
    }

    @Test
    void readThatSharesWhatWasNotRead() throws IOException {
        requireRefusal(
                frame -> endOfRead(frame).varint(4).varint(1), "the number of shared elements is 1, expected 0 to 0");
    }

    @Test
    void planThatClaimsToBeHuge() throws IOException {
        requireRefusal(
                frame -> frame.tag(SegmentFormat.BEGIN).varint(0).zigzag(0).varint(1 << 30),
                "the number of ops is 1073741824, expected 0 to ");
    }

    @Test
    void numberOfMoreThan64Bits() throws IOException {
        requireRefusal(
                frame -> {
                    frame.tag(SegmentFormat.BEGIN).varint(0);
                    for (int i = 0; i < 9; i++) {
                        frame.tag(0xff);
                    }
                    return frame.tag(2);
                },
                "a number of more than 64 bits");
    }

    @Test
    void elementThatIsReserved() throws IOException {
        requireRefusal(
                frame -> frame.tag(SegmentFormat.BEGIN)
                        .varint(0)
                        .zigzag(0)
                        .varint(1)
                        .tag(SegmentFormat.APPEND)
                        .zigzag(0)
                        .zigzag(Integer.MIN_VALUE),
                "the element -2147483648, which is reserved");
    }

    @Test
    void transactionThatEndsBeforeItStarts() throws IOException {
        requireRefusal(
                frame -> frame.tag(SegmentFormat.BEGIN)
                        .varint(0)
                        .zigzag(0)
                        .varint(0)
                        .tag(SegmentFormat.END)
                        .varint(SegmentFormat.COMMITTED)
                        .zigzag(0)
                        .varint(-1),
                "a transaction ends at -1 ns, before it starts at 0");
    }

    @Test
    void unknownTagOutcomeAndPhase() throws IOException {
        requireRefusal(frame -> frame.tag(9), "a record with tag 9, expected 2 to 8");
        requireRefusal(
                frame -> frame.tag(SegmentFormat.BEGIN)
                        .varint(0)
                        .zigzag(0)
                        .varint(0)
                        .tag(SegmentFormat.END)
                        .varint(0),
                "the outcome is 0, expected 1 to 3");
        requireRefusal(
                frame -> frame.tag(SegmentFormat.FAULT)
                        .varint(3)
                        .zigzag(0)
                        .string("kill")
                        .string("n1"),
                "fault phase 3; known are 1 and 2");
    }

    @Test
    void textBeyondItsFrame() throws IOException {
        requireRefusal(
                frame -> frame.tag(SegmentFormat.FAULT).varint(1).zigzag(0).varint(1000),
                "the length of a text is 1000, expected 0 to ");
    }

    @Test
    void beginInsideATransaction() throws IOException {
        requireRefusal(
                frame -> frame.tag(SegmentFormat.BEGIN)
                        .varint(5)
                        .zigzag(0)
                        .varint(0)
                        .tag(SegmentFormat.BEGIN),
                "a transaction begins while that of session 5 has not ended");
    }

    @Test
    void opsThatNoPlanAndNoTransactionHas() throws IOException {
        requireRefusal(
                frame -> frame.tag(SegmentFormat.BEGIN)
                        .varint(0)
                        .zigzag(0)
                        .varint(1)
                        .tag(11),
                "the kind of an op is 11, expected 0 to 10");
        requireRefusal(
                frame -> frame.tag(SegmentFormat.BEGIN)
                        .varint(0)
                        .zigzag(0)
                        .varint(1)
                        .tag(SegmentFormat.READ)
                        .zigzag(0),
                "a plan with the answer of a read");
        requireRefusal(frame -> whole(frame, 1).tag(11), "the kind of an op is 11, expected 0 to 10");
        requireRefusal(
                frame -> whole(frame, 2)
                        .tag(SegmentFormat.ADD)
                        .zigzag(1)
                        .zigzag(7)
                        .tag(SegmentFormat.WRITE)
                        .zigzag(0)
                        .zigzag(7),
                "a transaction that no history can have: op 1 of T0 writes to key 1 among registers, but the keys of"
                        + " this history hold sets since op 0 of T0 on key 1; a history holds one kind");
    }

    @Test
    void scanWhoseMatchesAreNotInItsRange() throws IOException {
        requireRefusal(
                frame -> whole(frame, 1)
                        .tag(SegmentFormat.SCAN)
                        .zigzag(5)
                        .varint(4)
                        .varint(3),
                "a transaction that no history can have: 2 matches of a scan to key 9 should follow");
        requireRefusal(
                frame -> whole(frame, 2)
                        .tag(SegmentFormat.SCAN)
                        .zigzag(5)
                        .varint(4)
                        .varint(2)
                        .tag(SegmentFormat.READ)
                        .zigzag(5)
                        .varint(2)
                        .varint(0)
                        .zigzag(7),
                "1 match of a scan to key 9 should follow, but there is this op on key 10");
        requireRefusal(
                frame -> whole(frame, 1).tag(SegmentFormat.SCAN).zigzag(5).varint(Long.MAX_VALUE),
                "a scan of keys 5 to -9223372036854775804");
    }

    @Test
    void labelOfSomethingElse() throws IOException {
        requireRefusal(
                frame -> frame.tag(SegmentFormat.LABEL).varint(0).zigzag(1).string(":x"),
                "a label of 0, expected 1 or 2");
    }

    private static FrameBuffer whole(FrameBuffer frame, int opCount) {
        return frame.tag(SegmentFormat.TXN)
                .varint(0)
                .zigzag(0)
                .varint(0)
                .varint(SegmentFormat.COMMITTED)
                .varint(opCount);
    }

    private static FrameBuffer endOfRead(FrameBuffer frame) {
        return frame.tag(SegmentFormat.BEGIN)
                .varint(0)
                .zigzag(0)
                .varint(1)
                .tag(SegmentFormat.READ_UNANSWERED)
                .zigzag(0)
                .tag(SegmentFormat.END)
                .varint(SegmentFormat.COMMITTED)
                .zigzag(0)
                .varint(0);
    }

    private void requireRefusal(UnaryOperator<FrameBuffer> records, String reason) throws IOException {
        try (SegmentFile file = SegmentFile.create(scratch.path, new SegmentHeader(Scratch.HEADER, 0, 0), 0, 1)) {
            file.write(records.apply(new FrameBuffer()));
        }
        assertThatThrownBy(scratch::read)
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith(scratch.segment(0, 1) + " at offset ")
                .hasMessageContaining(reason);
        Files.delete(scratch.segment(0, 1));
    }
}
