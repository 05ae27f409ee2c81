package moirai.history.files;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import moirai.history.HistoryFormatException;

/** The records of one frame, read from front to back. Damaged bytes give an error with file and offset. */
final class Payload {

    private static final int VARINT_SHIFT_MAX = 63;
    private static final long TOP_BITS = 0x8080808080808080L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private byte[] bytes = {};
    private int position;
    private int end;
    /** The difference between a position and the offset in the file. */
    private long base;

    Payload(Path file) {
        this.file = file;
    }

    /**
     * Continues with the bytes from {@code from} to {@code to}, the first of which stands in the file at an offset.
     */
    void reset(byte[] frame, int from, int to, long offset) {
        bytes = frame;
        position = from;
        end = to;
        base = offset - from;
    }

    boolean hasMore() {
        return position < end;
    }

    /** Returns how many bytes are left: a bound for every count, since every counted item takes at least a byte. */
    int left() {
        return end - position;
    }

    int tag() {
        if (position == end) {
            throw damaged("the frame ends within a record");
        }
        return bytes[position++];
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
        if (position < end && bytes[position] >= 0) {
            return bytes[position++];
        }
        return longVarint();
    }

    /**
     * Reads up to eight bytes at once: a loop would be unrolled wherever a number is read, and be compiled there again.
     */
    private long longVarint() {
        if (position <= bytes.length - Long.BYTES) {
            long word = (long) LONG.get(bytes, position);
            int lastBit = Long.numberOfTrailingZeros(~word & TOP_BITS);
            int size = (lastBit >>> 3) + 1;
            if (lastBit < Long.SIZE && size <= end - position) {
                position += size;
                long value = word & ~TOP_BITS & (-1L >>> (Long.SIZE - 1 - lastBit));
                // Groups of 7 bits move together: two by two, then four, then all eight.
                value = (value & 0x007f007f007f007fL) | ((value & 0x7f007f007f007f00L) >>> 1);
                value = (value & 0x00003fff00003fffL) | ((value & 0x3fff00003fff0000L) >>> 2);
                return (value & 0x000000000fffffffL) | ((value & 0x0fffffff00000000L) >>> 4);
            }
        }
        return anyVarint();
    }

    private long anyVarint() {
        long value = 0;
        for (int shift = 0; shift <= VARINT_SHIFT_MAX; shift += 7) {
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

    /** Reads a varint from 0 to {@code max}. */
    int count(String what, int max) {
        long value = varint();
        if (value < 0 || value > max) {
            throw damaged(what + " is " + Long.toUnsignedString(value) + ", expected 0 to " + max);
        }
        return (int) value;
    }

    /** Reads a zigzag varint that is added to {@code before} and gives an int. */
    int zigzagFrom(int before, String what) {
        return toInt(before + zigzag(), what);
    }

    /**
     * Reads elements from {@code from} to {@code to}, each a zigzag varint minus the one before, at first {@code
     * before}.
     */
    void elements(int before, int[] target, int from, int to) {
        int last = before;
        int next = from;
        while (next < to) {
            next = smallSteps(last, target, next, to);
            if (next < to) {
                last = zigzagFrom(next == from ? before : target[next - 1], "an element");
                target[next++] = last;
            }
        }
    }

    /**
     * Reads elements as long as steps are of one byte, as they are in lists that count upwards; returns where it
     * stopped.
     */
    private int smallSteps(int before, int[] target, int from, int to) {
        byte[] steps = bytes;
        int ahead = position - from;
        int stop = Math.min(to, end - ahead);
        int last = before;
        int next = from;
        while (next < stop) {
            int step = steps[next + ahead];
            int element = last + ((step >>> 1) ^ -(step & 1));
            // Negative for a step of more bytes, and where the sum is beyond the ints on either side.
            if (step < 0 || ((last ^ element) & (element ^ -(step & 1))) < 0) {
                break;
            }
            target[next++] = element;
            last = element;
        }
        position = next + ahead;
        return next;
    }

    int toInt(long value, String what) {
        if (value != (int) value) {
            throw damaged(what + " is " + value + ", which does not fit into 32 bits");
        }
        return (int) value;
    }

    /** Reads an op's kind or another byte from 0 to {@code max}. */
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
