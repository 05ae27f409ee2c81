package moirai.mockstore.wire.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.SqlNull;

/**
 * A reader of the fields of a message, whose length is known.
 *
 * @param message the message's name, for errors
 */
public record MessageReader(ByteBuf body, String message, ClientEncoding encoding) {

    /** Creates a reader of texts in UTF-8. */
    MessageReader(ByteBuf body, String message) {
        this(body, message, ClientEncoding.UTF8);
    }

    int int8() {
        require(1);
        return body.readUnsignedByte();
    }

    int int16() {
        require(2);
        return body.readShort();
    }

    int int32() {
        require(4);
        return body.readInt();
    }

    long int64() {
        require(8);
        return body.readLong();
    }

    /**
     * Reads a string that ends with a zero byte.
     *
     * @throws StoreException if it is not UTF-8 (SQLSTATE 22021); the reader is positioned after the string then
     */
    String string() {
        int length = body.bytesBefore((byte) 0);
        if (length < 0) {
            throw new MalformedMessageException(message + " has a string without its terminating zero byte");
        }
        byte[] content = new byte[length];
        body.readBytes(content);
        body.skipBytes(1);
        return encoding.read(content);
    }

    /**
     * Returns a text.
     *
     * @throws StoreException if the bytes are none (SQLSTATE 22021)
     */
    public static String utf8(byte[] content) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            if (text.indexOf(0) >= 0) {
                throw new StoreException("22021", "invalid byte sequence for encoding \"UTF8\": 0x00");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw new StoreException("22021", "invalid byte sequence for encoding \"UTF8\" in a string");
        }
    }

    /** Reads a count, and as many numbers of two bytes. */
    List<Integer> int16s() {
        return list(this::int16);
    }

    /** Reads a count, and as many numbers of four bytes. */
    List<Integer> int32s() {
        return list(this::int32);
    }

    /** Reads a count, and as many values, each {@link Bytes} or {@link SqlNull}. */
    List<Object> values() {
        return list(this::value);
    }

    private Object value() {
        int length = int32();
        if (length == -1) {
            return SqlNull.NULL;
        }
        if (length < 0) {
            throw new MalformedMessageException(message + " has a value of length " + length);
        }
        require(length);
        byte[] content = new byte[length];
        body.readBytes(content);
        return new Bytes(content);
    }

    private <T> List<T> list(Supplier<T> element) {
        return Stream.generate(element).limit(count()).toList();
    }

    /** Reads a count of parameters or columns, which is unsigned as in PostgreSQL, up to 65,535. */
    private int count() {
        return int16() & 0xFFFF;
    }

    /** Returns the rest of the message. */
    Bytes rest() {
        byte[] content = new byte[body.readableBytes()];
        body.readBytes(content);
        return new Bytes(content);
    }

    /** Skips the rest of the message. */
    void skip() {
        body.skipBytes(body.readableBytes());
    }

    boolean isAtEnd() {
        return !body.isReadable();
    }

    void requireEnd() {
        if (body.isReadable()) {
            throw new MalformedMessageException(message + " has " + body.readableBytes() + " bytes more than it needs");
        }
    }

    private void require(int size) {
        if (body.readableBytes() < size) {
            throw new MalformedMessageException(
                    message + " ends early: " + size + " bytes expected, " + body.readableBytes() + " left");
        }
    }
}
