package moirai.history.encoding;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** One frame that is being filled with records. See {@code SegmentFormat}. */
public final class FrameBuffer {

    /** The length and the checksum before the payload of a frame. */
    public static final int FRAME_HEADER_BYTES = 8;
    /** The greatest size of a payload. */
    public static final int FRAME_BYTES_MAX = 1 << 26;

    private static final int VARINT_BYTES_MAX = 10;

    private final CRC32C crc = new CRC32C();
    private byte[] bytes = new byte[256];
    private int size = FRAME_HEADER_BYTES;

    public boolean isEmpty() {
        return size == FRAME_HEADER_BYTES;
    }

    /** Returns the size of the frame in bytes, its header included. */
    public int size() {
        return size;
    }

    public void clear() {
        size = FRAME_HEADER_BYTES;
    }

    public FrameBuffer tag(int tag) {
        reserve(1);
        bytes[size++] = (byte) tag;
        return this;
    }

    public FrameBuffer fixed(long value) {
        reserve(Long.BYTES);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(size, value);
        size += Long.BYTES;
        return this;
    }

    public FrameBuffer varint(long value) {
        reserve(VARINT_BYTES_MAX);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    public FrameBuffer zigzag(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    public FrameBuffer string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
        return this;
    }

    /** Returns the frame, of which the first {@link #size} bytes count, with length and checksum filled in. */
    public byte[] seal() throws IOException {
        int length = size - FRAME_HEADER_BYTES;
        if (length > FRAME_BYTES_MAX) {
            throw new IOException("a transaction read too much: its record takes " + length + " bytes, and at most "
                    + FRAME_BYTES_MAX + " can be recorded");
        }
        crc.reset();
        crc.update(bytes, FRAME_HEADER_BYTES, length);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, length).putInt(Integer.BYTES, (int)
                crc.getValue());
        return bytes;
    }

    private void reserve(int count) {
        if (count > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, count), 2 * bytes.length));
        }
    }
}
