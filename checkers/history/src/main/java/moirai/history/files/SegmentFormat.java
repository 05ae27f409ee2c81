package moirai.history.files;

import java.util.Set;
import java.util.regex.Pattern;
import moirai.history.encoding.FrameBuffer;
import moirai.history.keeping.SegmentName;

/**
 * The bytes of a history on disk, version 7.
 *
 * <pre>
 * directory  one chain of segments per writer: w0003-000001.seg is writer 3's first; the segments that manifest.txt
 *            names are missing, see {@link moirai.history.keeping.Manifest}; other files are ignored
 * segment    magic "moirai" (6 bytes), version (u16), frame...; writers number from 0, segments from 1
 * frame      length (u32) and CRC32C (u32) of the payload, payload; 1 to 2^26 bytes, whole records only
 * record     tag (1 byte), fields:
 *   1 HEADER   seed (u64), workload, isolation, expect, database (strings), started (zigzag seconds since 1970,
 *              varint nanoseconds), number of writers up to this part of the run or 0 if it was not known (varint),
 *              marks (varint: 1 if the history has no times, plus 2 if it is not complete), writer (varint), segment
 *              (varint)
 *   2 BEGIN    session (varint), time (zigzag, minus the previous time), number of ops (varint), ops:
 *              kind (1 byte: those of TXN, but 0 for the read of a list, and neither 2 nor 6), key (zigzag, minus the
 *              key of the op before, at first 0), for a change its element, value or amount (zigzag), for a scan the
 *              last key of its range (varint, minus the first)
 *   3 END      outcome (varint: 1 committed, 2 aborted, 3 indeterminate), cause (string; not for 1),
 *              start (zigzag, minus the time in BEGIN), duration (varint), for each read of BEGIN its answer, for
 *              each scan 0 or 1 + number of matches (varint), and for each match: key (zigzag, minus that of the match
 *              before, at first minus the first of the range), answer
 *   4 FAULT    phase (varint: FaultEvent.Phase.code), time (zigzag, minus the previous time), fault, target (strings)
 *   5 ROLL     the segment ends, another follows
 *   6 CLOSE    the chain ends; number of BEGINs and TXNs in it (varint)
 *   7 TXN      a transaction that was known whole: session (varint), start (zigzag, minus the previous time), duration
 *              (varint), outcome (varint), cause (string; not for 1), number of ops (varint), ops: kind (1 byte),
 *              key (zigzag, minus the key of the op before, at first 0), and then by kind
 *                0 read without an answer, 6 read of a register without a value: nothing
 *                1 append, 7 add to a set: element (zigzag)
 *                2 read of a list, 8 of a set (elements ascend): answer other than 0
 *                3 scan: last key (varint, minus the first), 0 or 1 + number of matches (varint); their reads follow
 *                4 write, 5 read of a register, 9 increment, 10 read of a counter: value (zigzag)
 *   8 LABEL    of what (varint: 1 a key, 2 an element or value), its number (zigzag), label (string)
 * answer     of a register or counter in END: 0 if there is none, 1 for a register without a value, or 2 and the value
 *            (zigzag); of lists and sets 0, or 1 + length (varint), then if the length is not 0: how many elements are
 *            shared with the key's list in the dictionary (varint), and the others (zigzag, each minus the element
 *            before, at first 0)
 * string     number of bytes (varint), UTF-8
 * </pre>
 *
 * <p>Fixed integers are little endian. A varint has 7 bits a byte, low bits first, and the top bit set in all bytes but
 * the last. A zigzag varint is {@code varint((n << 1) ^ (n >> 63))}. Times are nanoseconds since the run began. The
 * previous time is that of the BEGIN or FAULT before, or the end in the END or TXN before; 0 at the start of a segment.
 * Differences of times and of keys wrap around, so any 64-bit number can be written.
 *
 * <p>Parts: a run that was resumed has several, one after the other, each with writers of its own. Writers number on
 * from part to part, and the number of writers in a HEADER is that of the writer's part and all parts before: if the
 * first part has writers 0 to 3 and the second has 4 to 6, it is 4 for the former and 7 for the latter. The last part
 * is the one with the greatest number. No transaction of a part begins before the latest time of the parts before it.
 *
 * <p>The first frame of a segment holds HEADER alone, and no other frame holds one; all HEADERs of a run agree in all
 * but writer, segment and number of writers, and those of a part in this as well. An END closes the BEGIN before it;
 * FAULTs and LABELs may stand between them. A ROLL stands only between transactions and a CLOSE only at the end; a
 * BEGIN without END before a CLOSE or a torn tail is an unfinished transaction. Nothing follows a ROLL or CLOSE.
 *
 * <p>Dictionary: see {@link moirai.history.dictionary.PrefixDictionary}; its rules are part of the format.
 *
 * <p>Versions 1, 2 and 4 are still read, and no longer written. There is no version 3, 5 or 6: one flipped bit would
 * make it another that is read. Version 4 differs in the dictionary alone, in which keys stayed that were not read any
 * more. Version 2 had BEGINs of lists and scans alone, that is the kinds 0, 1 and 3, and its answers in END were those
 * of lists; all else was as in version 4, so that it is read by the same rules. Version 1 had neither TXN, LABEL nor
 * scans either, the HEADER had neither number of writers nor marks, keys were of 32 bits, and an op of BEGIN was
 * {@code 2 * zigzag(key minus the key of the op before) + (1 if append else 0)} (varint), then for an append its
 * element (zigzag).
 */
// Implementation notes.
//
// Write-ahead intent. When a process is killed, the page cache survives: what write() took is on disk. BEGIN is handed
// to write() before the client sends the first byte, so every plan that may have reached the database can be read back,
// with or without its END. Losing an intent would be worse than losing an answer: elements that the lost transaction
// appended turn up in other sessions' reads as elements that nobody wrote, and an honest database stands accused of
// garbage reads. Losing an END only turns an answer into Indeterminate. Hence one write() carries the previous
// transaction's END and the next one's BEGIN: one system call a transaction, and nothing to lose but one END.
//
// A kill in the middle of that write() leaves a torn frame whose BEGIN was never returned from and so never sent. After
// a loss of power, however, frames may be missing that were sent, and a file does not say which of the two happened.
// So a history with skipped bytes or without a CLOSE is not complete (History.isComplete), whatever ended the run.
//
// Torn tails. A last segment may end in a frame that runs beyond the end of the file, or in zeros (file systems extend
// a file before its pages are written), including zeros that begin inside the last frame. All else is damage.
//
// Roll. The next segment is created, with its HEADER, and forced to disk before the ROLL is written. So after a ROLL
// the next segment must exist: if it does not, someone removed it. A kill in between leaves a segment without ROLL
// followed by one that holds nothing but its HEADER, perhaps torn; readers take the former for the last.
//
// Dropped segments. Times and the dictionary begin anew in each segment, so a chain can be entered at any of them. The
// manifest says how many transactions stood before the place where a chain goes on, so that CLOSE still proves that
// nothing else is missing. A named segment is never a writer's last: without the file behind it, nobody could tell.
final class SegmentFormat {

    /** The magic {@code moirai} as a little-endian integer. */
    static final long MAGIC = 0x0000_6961_7269_6f6dL;

    static final int MAGIC_BYTES = 6;
    static final int VERSION = 7;
    /** The first version. */
    static final int VERSION_MIN = 1;
    /** The versions before, which are still read; the numbers of versions differ in two bits. */
    static final Set<Integer> VERSIONS_BEFORE = Set.of(VERSION_MIN, 2, 4);

    static final int PREAMBLE_BYTES = 8;
    static final int FRAME_HEADER_BYTES = FrameBuffer.FRAME_HEADER_BYTES;
    static final int FRAME_BYTES_MAX = FrameBuffer.FRAME_BYTES_MAX;
    static final int FIRST_SEGMENT = 1;

    static final int HEADER = 1;
    static final int BEGIN = 2;
    static final int END = 3;
    static final int FAULT = 4;
    static final int ROLL = 5;
    static final int CLOSE = 6;
    static final int TXN = 7;
    static final int LABEL = 8;

    static final int COMMITTED = 1;
    static final int ABORTED = 2;
    static final int INDETERMINATE = 3;

    static final int READ_UNANSWERED = 0;
    static final int APPEND = 1;
    static final int READ = 2;
    static final int SCAN = 3;
    static final int WRITE = 4;
    static final int READ_VALUE = 5;
    static final int READ_INITIAL = 6;
    static final int ADD = 7;
    static final int READ_SET = 8;
    static final int INCREMENT = 9;
    static final int READ_COUNTER = 10;

    static final int ANSWER_INITIAL = 1;
    static final int ANSWER_VALUE = 2;

    static final int LABEL_OF_KEY = 1;
    static final int LABEL_OF_VALUE = 2;

    static final int MARK_UNTIMED = 1;
    static final int MARK_INCOMPLETE = 2;

    static final String SUFFIX = SegmentName.SUFFIX;
    static final Pattern NAME = SegmentName.PATTERN;

    private SegmentFormat() {}

    /** Returns the name of the file of a writer's segment. */
    static String name(int writer, int segment) {
        return SegmentName.of(writer, segment);
    }

    /** Returns the first eight bytes of a segment of this version. */
    static long preamble() {
        return MAGIC | ((long) VERSION << 48);
    }
}
