package moirai.history.files;

import java.time.DateTimeException;
import java.time.Instant;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.encoding.FrameBuffer;

/**
 * The header that all segments of a history share.
 *
 * @param writerCount how many writers the run's part and the parts before it have, or 0 if that was not known
 * @param marks a sum of {@link SegmentFormat#MARK_UNTIMED} and {@link SegmentFormat#MARK_INCOMPLETE}
 */
record SegmentHeader(RunHeader run, int writerCount, int marks) {

    private static final int MARKS_MAX = SegmentFormat.MARK_UNTIMED + SegmentFormat.MARK_INCOMPLETE;

    /** Returns whether the history has times. */
    boolean isTimed() {
        return (marks & SegmentFormat.MARK_UNTIMED) == 0;
    }

    /** Returns whether no transaction was known to be missing when it was written. */
    boolean isComplete() {
        return (marks & SegmentFormat.MARK_INCOMPLETE) == 0;
    }

    /** Returns the same header for another number of writers. */
    SegmentHeader forWriters(int count) {
        return new SegmentHeader(run, count, marks);
    }

    /** Returns the record in the first frame of a segment. */
    FrameBuffer record(int writer, int segment) {
        Instant started = run.started();
        return new FrameBuffer()
                .tag(SegmentFormat.HEADER)
                .fixed(run.seed().value())
                .string(run.workload())
                .string(run.isolation())
                .string(run.expect())
                .string(run.database())
                .zigzag(started.getEpochSecond())
                .varint(started.getNano())
                .varint(writerCount)
                .varint(marks)
                .varint(writer)
                .varint(segment);
    }

    /** Reads the record, and fails if it is not that of this segment. */
    static SegmentHeader read(Payload payload, int version, int writer, int segment) {
        if (payload.tag() != SegmentFormat.HEADER) {
            throw payload.damaged("the first record is not a HEADER");
        }
        var run = new RunHeader(
                new Seed(payload.fixed()),
                payload.string(),
                payload.string(),
                payload.string(),
                payload.string(),
                started(payload));
        boolean hasCount = version > SegmentFormat.VERSION_MIN;
        int writerCount = hasCount ? payload.count("the number of writers", Integer.MAX_VALUE) : 0;
        int marks = hasCount ? payload.count("the marks", MARKS_MAX) : 0;
        int ofWriter = payload.count("the writer", Integer.MAX_VALUE);
        int ofSegment = payload.count("the segment", Integer.MAX_VALUE);
        if (ofWriter != writer || ofSegment != segment || payload.hasMore()) {
            throw payload.damaged("a HEADER of " + SegmentFormat.name(ofWriter, ofSegment) + ", under the name "
                    + SegmentFormat.name(writer, segment));
        }
        if (writerCount > 0 && writer >= writerCount) {
            throw payload.damaged("writer " + writer + " of a history with " + writerCount + " writers, from 0");
        }
        return new SegmentHeader(run, writerCount, marks);
    }

    private static Instant started(Payload payload) {
        try {
            return Instant.ofEpochSecond(payload.zigzag(), payload.count("nanoseconds", 999_999_999));
        } catch (DateTimeException | ArithmeticException refused) {
            throw payload.damaged("a start time that is no time: " + refused.getMessage());
        }
    }
}
