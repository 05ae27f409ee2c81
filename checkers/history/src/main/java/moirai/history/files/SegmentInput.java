package moirai.history.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;
import moirai.history.HistoryFormatException;

/**
 * The frames of one segment, through a buffer that holds one frame. Distinguishes a torn tail from damage; see {@link
 * SegmentFormat}. A file that still grows is read up to the size that it had when it was opened, or at the last {@link
 * #grow}.
 */
final class SegmentInput implements AutoCloseable {

    /** The result of {@link #next}. */
    enum Found {
        FRAME,
        /** The file ends after a whole frame. */
        END,
        /** The file ends in bytes that were never a whole frame. */
        TORN_TAIL
    }

    private static final int BUFFER_BYTES = 128 << 10;
    /** The least buffer of a file that grows: those of a thousand writers have to fit into memory. */
    private static final int BUFFER_BYTES_MIN = 4 << 10;

    private final Path file;
    private InputStream in;
    private long size;
    private final Payload payload;
    private final CRC32C crc = new CRC32C();
    private byte[] buffer;
    private int position;
    private int limit;
    /** The offset in the file of the buffer's {@code limit}. */
    private long read;

    private int version;

    private SegmentInput(Path file, InputStream in, long size) {
        this.file = file;
        this.in = in;
        this.size = size;
        this.payload = new Payload(file);
        this.buffer = new byte[(int) Math.min(size, BUFFER_BYTES)];
    }

    static SegmentInput open(Path file) {
        try {
            long size = Files.size(file);
            return new SegmentInput(file, Files.newInputStream(file), size);
        } catch (IOException failed) {
            throw unreadable(file, failed);
        }
    }

    /** Returns the records of the frame that {@link #next} found. */
    Payload payload() {
        return payload;
    }

    /** Returns the offset behind the last whole frame. */
    long offset() {
        return read - (limit - position);
    }

    /** Returns the number of bytes behind the last whole frame. */
    long bytesLeft() {
        return size - offset();
    }

    /** Returns whether bytes were added to the file; if so, {@link #next} may find frames in them. */
    boolean grow() {
        try {
            long now = Files.size(file);
            if (now < size) {
                throw damaged(file, now, wasCut());
            }
            if (now == size) {
                return false;
            }
            size = now;
            if (position < limit) {
                rewind();
            }
            int wanted = Math.clamp(bytesLeft(), BUFFER_BYTES_MIN, BUFFER_BYTES);
            if (buffer.length < wanted) {
                buffer = Arrays.copyOf(buffer, wanted);
            }
            return true;
        } catch (IOException failed) {
            throw unreadable(file, failed);
        }
    }

    /** Drops the part of a frame that is in the buffer, and reads it again: zeros in it may have been filled. */
    private void rewind() throws IOException {
        long offset = offset();
        in.close();
        in = Files.newInputStream(file);
        in.skipNBytes(offset);
        read = offset;
        position = 0;
        limit = 0;
    }

    private String wasCut() {
        return "the file was cut while it was read; it had " + size + " bytes";
    }

    HistoryFormatException damaged(String reason) {
        return damaged(file, offset(), reason);
    }

    /** Returns the version that {@link #preamble} found. */
    int version() {
        return version;
    }

    /** Reads magic and version. */
    Found preamble() {
        if (bytesLeft() == 0) {
            return Found.TORN_TAIL;
        }
        int available = (int) Math.min(size, SegmentFormat.PREAMBLE_BYTES);
        require(available);
        byte[] expected = new byte[SegmentFormat.PREAMBLE_BYTES];
        ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN).putLong(SegmentFormat.preamble());
        int same = Arrays.mismatch(buffer, 0, available, expected, 0, available);
        version = SegmentFormat.VERSION;
        if (same == SegmentFormat.MAGIC_BYTES && isKnownOldVersion(available)) {
            version = buffer[SegmentFormat.MAGIC_BYTES];
            same = -1;
        }
        if (same < 0) {
            if (available < expected.length) {
                return Found.TORN_TAIL;
            }
            position += available;
            return Found.FRAME;
        }
        if (isZeroFrom(same)) {
            return Found.TORN_TAIL;
        }
        if (available == expected.length && same >= SegmentFormat.MAGIC_BYTES) {
            int found = Byte.toUnsignedInt(buffer[SegmentFormat.MAGIC_BYTES])
                    | Byte.toUnsignedInt(buffer[SegmentFormat.MAGIC_BYTES + 1]) << Byte.SIZE;
            throw damaged("format version " + found + ", and this program reads 1, 2, 4 and " + SegmentFormat.VERSION);
        }
        throw damaged("starts with " + printable(available) + ", expected 'moirai' and a version; this is no segment");
    }

    private boolean isKnownOldVersion(int available) {
        int low = buffer[SegmentFormat.MAGIC_BYTES];
        return (available < SegmentFormat.PREAMBLE_BYTES || buffer[SegmentFormat.MAGIC_BYTES + 1] == 0)
                && SegmentFormat.VERSIONS_BEFORE.contains(low);
    }

    /** Advances to the next frame and checks it. */
    Found next() {
        if (bytesLeft() < SegmentFormat.FRAME_HEADER_BYTES) {
            return bytesLeft() == 0 ? Found.END : Found.TORN_TAIL;
        }
        require(SegmentFormat.FRAME_HEADER_BYTES);
        int length = fixedInt(0);
        int expectedCrc = fixedInt(Integer.BYTES);
        if (length == 0) {
            if (isZeroFrom(0)) {
                return Found.TORN_TAIL;
            }
            throw damaged("an empty frame");
        }
        if (length < 0 || length > SegmentFormat.FRAME_BYTES_MAX) {
            throw damaged("a frame of " + Integer.toUnsignedString(length) + " bytes, expected at most "
                    + SegmentFormat.FRAME_BYTES_MAX);
        }
        if (length > bytesLeft() - SegmentFormat.FRAME_HEADER_BYTES) {
            return Found.TORN_TAIL;
        }
        int whole = SegmentFormat.FRAME_HEADER_BYTES + length;
        require(whole);
        crc.reset();
        crc.update(buffer, position + SegmentFormat.FRAME_HEADER_BYTES, length);
        if ((int) crc.getValue() != expectedCrc) {
            if (isZeroFrom(whole - 1)) {
                return Found.TORN_TAIL;
            }
            throw damaged("a frame of " + length + " bytes with CRC32C " + Integer.toHexString((int) crc.getValue())
                    + ", expected " + Integer.toHexString(expectedCrc));
        }
        position += whole;
        payload.reset(buffer, position - length, position, offset() - length);
        return Found.FRAME;
    }

    private int fixedInt(int at) {
        return ByteBuffer.wrap(buffer, 0, limit).order(ByteOrder.LITTLE_ENDIAN).getInt(position + at);
    }

    /** Fills the buffer with at least {@code count} bytes from the position on, which the file has. */
    private void require(int count) {
        if (limit - position >= count) {
            return;
        }
        byte[] target = count <= buffer.length ? buffer : new byte[count];
        System.arraycopy(buffer, position, target, 0, limit - position);
        buffer = target;
        limit -= position;
        position = 0;
        while (limit < count) {
            int got = readInto(limit);
            limit += got;
            read += got;
        }
    }

    private int readInto(int from) {
        try {
            int got = in.read(buffer, from, (int) Math.min(buffer.length - from, size - read));
            if (got <= 0) {
                throw damaged(file, read, wasCut());
            }
            return got;
        } catch (IOException failed) {
            throw unreadable(file, failed);
        }
    }

    /** Returns whether all bytes of the file are zero from {@code ahead} bytes behind the position on. */
    private boolean isZeroFrom(int ahead) {
        for (int i = position + ahead; i < limit; i++) {
            if (buffer[i] != 0) {
                return false;
            }
        }
        // The position, and with it what counts as skipped, stays; so this reads the rest by a stream of its own.
        try (InputStream rest = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            rest.skipNBytes(read);
            int next = rest.read();
            while (next == 0) {
                next = rest.read();
            }
            return next < 0;
        } catch (IOException failed) {
            throw unreadable(file, failed);
        }
    }

    private String printable(int count) {
        var text = new StringBuilder("'");
        for (int i = position; i < position + count; i++) {
            if (buffer[i] >= ' ' && buffer[i] <= '~') {
                text.append((char) buffer[i]);
            } else {
                text.append(String.format(Locale.ROOT, "\\x%02x", buffer[i]));
            }
        }
        return text.append('\'').toString();
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException failed) {
            throw unreadable(file, failed);
        }
    }

    static HistoryFormatException damaged(Path file, long offset, String reason) {
        return new HistoryFormatException(file + " at offset " + offset, reason);
    }

    static HistoryFormatException unreadable(Path file, IOException failed) {
        return new HistoryFormatException(file.toString(), "cannot be read: " + failed);
    }
}
