package moirai.formats;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import moirai.formats.text.InputFile;
import moirai.history.HistoryFormatException;

/** The fields of a binary file, each with a name for the error of a file that ends within it. */
final class BinaryInput implements AutoCloseable {

    private static final int BUFFER_BYTES = 256 << 10;

    private final Path file;
    private final InputFile in;
    private final ByteBuffer buffer;
    /** The offset in the file of the buffer's limit. */
    private long read;

    BinaryInput(Path file, ByteOrder order) {
        this.file = file;
        this.in = InputFile.bytes(file);
        this.buffer = ByteBuffer.allocate(BUFFER_BYTES).order(order).limit(0);
    }

    /** Returns the offset in the file of the next field. */
    long offset() {
        return read - buffer.remaining();
    }

    boolean isAtEnd() {
        return !isAvailable(1);
    }

    int u8(String field) {
        require(1, field);
        return Byte.toUnsignedInt(buffer.get());
    }

    long u64(String field) {
        require(Long.BYTES, field);
        return buffer.getLong();
    }

    boolean flag(String field) {
        int value = u8(field);
        if (value > 1) {
            throw error(offset() - 1, field + " is the byte " + value + "; expected 0 or 1");
        }
        return value == 1;
    }

    /** Skips this many bytes, an unsigned number. */
    void skip(long count, String field) {
        long left = count;
        while (left != 0) {
            require(1, field);
            int step = Long.compareUnsigned(left, buffer.remaining()) < 0 ? (int) left : buffer.remaining();
            buffer.position(buffer.position() + step);
            left -= step;
        }
    }

    private void require(int count, String field) {
        if (!isAvailable(count)) {
            throw error(read, "the file ends within " + field + "; expected the rest, so it may have been cut");
        }
    }

    private boolean isAvailable(int count) {
        if (buffer.remaining() >= count) {
            return true;
        }
        buffer.compact();
        int got = in.read(buffer.array(), buffer.position(), buffer.remaining());
        read += got;
        buffer.position(buffer.position() + got);
        buffer.flip();
        return buffer.remaining() >= count;
    }

    HistoryFormatException error(long offset, String reason) {
        return new HistoryFormatException(file + " at offset " + offset, reason);
    }

    @Override
    public void close() {
        in.close();
    }
}
