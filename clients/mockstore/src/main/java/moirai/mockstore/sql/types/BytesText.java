package moirai.mockstore.sql.types;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import moirai.mockstore.StoreException;

/** Reads the two formats of bytes in PostgreSQL. */
final class BytesText {

    private BytesText() {}

    /** Reads pairs of hexadecimal digits, with white space between them. */
    static Bytes readHex(String digits) {
        var bytes = new ByteArrayOutputStream(digits.length() / 2);
        for (int at = 0; at < digits.length(); at++) {
            if (" \t\n\r".indexOf(digits.charAt(at)) >= 0) {
                continue;
            }
            if (at + 1 == digits.length()) {
                throw new StoreException("22023", "invalid hexadecimal data: odd number of digits");
            }
            bytes.write(digit(digits.charAt(at)) << 4 | digit(digits.charAt(++at)));
        }
        return new Bytes(bytes.toByteArray());
    }

    private static int digit(char character) {
        int value = Character.digit(character, 16);
        if (value < 0 || character > 'f') {
            throw new StoreException("22023", "invalid hexadecimal digit: \"" + character + "\"");
        }
        return value;
    }

    /** Reads bytes written as characters, {@code \\} for a backslash and {@code \ooo} for a byte in octal. */
    static Bytes readEscaped(String text) {
        byte[] source = text.getBytes(StandardCharsets.UTF_8);
        var bytes = new ByteArrayOutputStream(source.length);
        for (int at = 0; at < source.length; at++) {
            if (source[at] != '\\') {
                bytes.write(source[at]);
            } else if (at + 1 < source.length && source[at + 1] == '\\') {
                bytes.write('\\');
                at++;
            } else if (isOctal(source, at + 1)) {
                bytes.write((source[at + 1] - '0') << 6 | (source[at + 2] - '0') << 3 | (source[at + 3] - '0'));
                at += 3;
            } else {
                throw new StoreException("22P02", "invalid input syntax for type bytea");
            }
        }
        return new Bytes(bytes.toByteArray());
    }

    private static boolean isOctal(byte[] source, int at) {
        return at + 2 < source.length
                && source[at] >= '0'
                && source[at] <= '3'
                && source[at + 1] >= '0'
                && source[at + 1] <= '7'
                && source[at + 2] >= '0'
                && source[at + 2] <= '7';
    }
}
