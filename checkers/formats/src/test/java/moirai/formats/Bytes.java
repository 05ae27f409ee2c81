package moirai.formats;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The contents of a binary file, field by field. */
final class Bytes {

    private final ByteOrder order;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Bytes(ByteOrder order) {
        this.order = order;
    }

    /** Returns bytes in the order of dbcop. */
    static Bytes littleEndian() {
        return new Bytes(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns bytes in the order of Cobra. */
    static Bytes bigEndian() {
        return new Bytes(ByteOrder.BIG_ENDIAN);
    }

    Bytes u64(long... numbers) {
        for (long number : numbers) {
            bytes.writeBytes(
                    ByteBuffer.allocate(Long.BYTES).order(order).putLong(number).array());
        }
        return this;
    }

    Bytes u8(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
        return this;
    }

    /** Adds a letter, and numbers behind it. */
    Bytes record(char letter, long... numbers) {
        return u8(letter).u64(numbers);
    }

    /** Adds a text with its length before it. */
    Bytes text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        u64(encoded.length);
        bytes.writeBytes(encoded);
        return this;
    }

    byte[] array() {
        return bytes.toByteArray();
    }
}
