package moirai.history.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import moirai.history.HistoryFormatException;

/** The records of one frame, read from front to back. Whatever the bytes, it fails with file and offset. */
final class Payload {

    private static final int VARINT_SHIFT_MAX = 63;

    private final Path file;
    private byte[] bytes = {};
    private int position;
    private int end;
    /** What to add to a position to get the offset in the file. */
    private long base;

    Payload(Path file) {
        this.file = file;
    }

    /** Goes on with the bytes from {@code from} to {@code to}, the first of which stands in the file at an offset. */
    void reset(byte[] frame, int from, int to, long offset) {
        bytes = frame;
        position = from;
        end = to;
        base = offset - from;
    }

    boolean hasMore() {
        return position < end;
    }

    /** How many bytes are left: a bound for every count, since nothing that is counted takes less than a byte. */
    int left() {
        return end - position;
    }

    int tag() {
        if (position == end) {
            throw cut();
        }
        return bytes[position++];
    }

    private HistoryFormatException cut() {
        return damaged("the frame ends within a record");
    }

    long fixed() {
        if (left() < Long.BYTES) {
            throw damaged("the frame ends within a record");
        }
        long value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(position);
        position += Long.BYTES;
        return value;
    }

    long varint() {
        int first = tag();
        if (first >= 0) {
            return first;
        }
        long value = first & 0x7f;
        for (int shift = 7; shift <= VARINT_SHIFT_MAX; shift += 7) {
            int next = tag();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                if (shift == VARINT_SHIFT_MAX && next > 1) {
                    break;
                }
                return value;
            }
        }
        throw damaged("a number of more than 64 bits");
    }

    long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    /** A varint from 0 to {@code max}. */
    int count(String what, int max) {
        long value = varint();
        if (value < 0 || value > max) {
            throw damaged(what + " is " + Long.toUnsignedString(value) + ", expected 0 to " + max);
        }
        return (int) value;
    }

    /** A zigzag varint that is added to {@code before} and gives an int. */
    int zigzagFrom(int before, String what) {
        return toInt(before + zigzag(), what);
    }

    /** Elements from {@code from} to {@code to}, each a zigzag varint minus the one before, at first {@code before}. */
    void elements(int before, int[] target, int from, int to) {
        int last = before;
        for (int i = from; i < to; i++) {
            // Most lists count upwards: one byte, and nothing to check but the end of the int.
            if (position < end && bytes[position] >= 0) {
                int step = bytes[position++];
                last = toInt((long) last + ((step >>> 1) ^ -(step & 1)), "an element");
            } else {
                last = zigzagFrom(last, "an element");
            }
            target[i] = last;
        }
    }

    int toInt(long value, String what) {
        if (value != (int) value) {
            throw damaged(what + " is " + value + ", which does not fit into 32 bits");
        }
        return (int) value;
    }

    /** An op's kind or another byte from 0 to {@code max}. */
    int code(String what, int max) {
        int value = tag();
        if (value < 0 || value > max) {
            throw damaged(what + " is " + (value & 0xff) + ", expected 0 to " + max);
        }
        return value;
    }

    String string() {
        int length = count("the length of a text", left());
        if (length > left()) {
            throw damaged("the frame ends within a text");
        }
        position += length;
        return new String(bytes, position - length, length, StandardCharsets.UTF_8);
    }

    HistoryFormatException damaged(String reason) {
        return SegmentInput.damaged(file, base + position, reason);
    }
}
