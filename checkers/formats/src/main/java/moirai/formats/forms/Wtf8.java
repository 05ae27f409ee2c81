package moirai.formats.forms;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8 in which halves of pairs of 16 bits may stand alone, because escapes in strings can write them. */
public final class Wtf8 {

    private Wtf8() {}

    /** Returns whether three bytes from {@code at} on are half of a pair. */
    public static boolean isSurrogate(byte[] bytes, int at, int to) {
        return bytes[at] == (byte) 0xed && at + 2 < to && (bytes[at + 1] & 0xe0) == 0xa0;
    }

    /** Returns the character of 16 bits that three bytes encode. */
    public static int threeBytes(byte[] bytes, int at) {
        return ((bytes[at] & 0xf) << 12) | ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f);
    }

    /** Returns the text for messages, with a question mark for whatever is not UTF-8. */
    public static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /**
     * Returns the exact text.
     *
     * @throws IllegalArgumentException if the bytes are not UTF-8, but for halves of pairs
     */
    public static String exact(byte[] bytes, int from, int to) {
        var text = new StringBuilder(to - from);
        int plain = from;
        for (int i = from; i < to; i++) {
            if (isSurrogate(bytes, i, to)) {
                text.append(strict(bytes, plain, i)).append((char) threeBytes(bytes, i));
                i += 2;
                plain = i + 1;
            }
        }
        return text.append(strict(bytes, plain, to)).toString();
    }

    private static String strict(byte[] bytes, int from, int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new IllegalArgumentException("is not UTF-8", malformed);
        }
    }
}
