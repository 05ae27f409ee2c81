package moirai.formats;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import moirai.formats.text.Excerpt;
import moirai.formats.text.InputFile;
import moirai.history.HistoryFormatException;

/**
 * A text file line by line as bytes, through a buffer that always holds one whole line.
 *
 * <p>No format has lines longer than {@link #LINE_BYTES_MAX}, so a line that starts with that many bytes in the buffer
 * is whole or wrong. A line feed behind the last byte of the buffer stops every scan; nothing else needs to be compared
 * with the end.
 */
final class TextInput implements AutoCloseable {

    private static final int LINE_BYTES_MAX = 256;
    private static final int BUFFER_BYTES = 256 << 10;
    /** The number of digits that cannot exceed 63 bits. */
    private static final int SAFE_DIGITS = 18;

    private final Path file;
    private final String expected;
    private final InputFile in;
    private final byte[] buffer = new byte[BUFFER_BYTES + 1];
    /** The offset in the file of the first byte in the buffer. */
    private long base;

    private int lineStart;
    private int position;
    private int limit;
    private boolean ended;
    private long line;

    /** @param expected text of messages for what would be accepted */
    TextInput(Path file, String expected) {
        this.file = file;
        this.expected = expected;
        this.in = InputFile.text(file);
    }

    /** Calls the reader for each line, which it reads from its start to its end; there must be at least one line. */
    void forEachLine(Runnable readLine) {
        while (nextLine()) {
            readLine.run();
        }
    }

    /** Advances to the line behind the position; returns whether there is one. There must be at least one. */
    boolean nextLine() {
        if (limit - position < LINE_BYTES_MAX && !ended) {
            fill();
        }
        if (position >= limit) {
            if (line == 0) {
                throw new HistoryFormatException(file.toString(), "is empty; expected " + expected);
            }
            return false;
        }
        line++;
        lineStart = position;
        return true;
    }

    /** Returns the number of bytes before the position. */
    long offset() {
        return base + position;
    }

    /** Returns the number of the line, from 1. */
    long line() {
        return line;
    }

    private void fill() {
        int left = limit - position;
        System.arraycopy(buffer, position, buffer, 0, left);
        base += position;
        position = 0;
        limit = left + in.read(buffer, left, BUFFER_BYTES - left);
        ended = limit < BUFFER_BYTES;
        buffer[limit] = '\n';
    }

    int peek() {
        return buffer[position];
    }

    /** Returns the byte at the position and advances. */
    int next() {
        return buffer[position++];
    }

    /** Requires this byte and advances behind it. */
    void expect(int character) {
        if (buffer[position] != character) {
            throw malformed();
        }
        position++;
    }

    /** Skips spaces and tabs, and returns whether there were any. */
    boolean skipBlanks() {
        int from = position;
        while (buffer[position] == ' ' || buffer[position] == '\t') {
            position++;
        }
        return position > from;
    }

    void skipAll(int character) {
        while (buffer[position] == character) {
            position++;
        }
    }

    /** Reads a decimal number of 64 bits, signed or not. */
    long number() {
        byte[] bytes = buffer;
        int from = position;
        int at = bytes[from] == '-' ? from + 1 : from;
        int firstDigit = at;
        long number = 0;
        int digit = bytes[at] - '0';
        while (digit >= 0 && digit <= 9) {
            number = 10 * number + digit;
            at++;
            digit = bytes[at] - '0';
        }
        position = at;
        int digits = at - firstDigit;
        if (digits == 0) {
            throw malformed();
        }
        if (digits > SAFE_DIGITS) {
            return longNumber(from, at);
        }
        return firstDigit == from ? number : -number;
    }

    /** Reads a number and the character behind it. */
    long number(int end) {
        long number = number();
        expect(end);
        return number;
    }

    /**
     * Reads numbers without signs, {@code (KEY,VALUE,…)}, that fill the rest of the line, into so many places of the
     * array, and advances behind it. Returns false, without moving, if there is anything else, be it a number of more
     * digits than are safe.
     */
    boolean readPlainTuple(long[] numbers, int from, int count) {
        byte[] bytes = buffer;
        int at = position;
        int end = '(';
        for (int i = from; i < from + count; i++) {
            if (bytes[at++] != end) {
                return false;
            }
            int first = at;
            long number = 0;
            int digit = bytes[at] - '0';
            while (digit >= 0 && digit <= 9) {
                number = 10 * number + digit;
                at++;
                digit = bytes[at] - '0';
            }
            if (at == first || at - first > SAFE_DIGITS) {
                return false;
            }
            numbers[i] = number;
            end = ',';
        }
        if (bytes[at] != ')' || bytes[at + 1] != '\n') {
            return false;
        }
        position = at + 2;
        return true;
    }

    private long longNumber(int from, int to) {
        String text = new String(buffer, from, to - from, StandardCharsets.US_ASCII);
        try {
            return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
        } catch (NumberFormatException tooLarge) {
            throw error(Excerpt.of(buffer, from, to) + " is no number of 64 bits; expected " + Long.MIN_VALUE + " to "
                    + Long.toUnsignedString(-1L));
        }
    }

    /** Requires that the line ends here, and advances behind it. */
    void endLine() {
        if (buffer[position] == '\r') {
            position++;
        }
        expect('\n');
        if (position - lineStart > LINE_BYTES_MAX) {
            throw malformed();
        }
    }

    /** Returns the error of a line that does not have the format's form. */
    HistoryFormatException malformed() {
        String shown = Excerpt.ofLine(buffer, lineStart, limit);
        return error((shown.equals("''") ? "an empty line" : shown) + "; expected " + expected);
    }

    HistoryFormatException error(String reason) {
        return error(line, reason);
    }

    /** Returns the error of a line that was read before, whatever line another thread reads now. */
    HistoryFormatException error(long inLine, String reason) {
        return new HistoryFormatException(file + ":" + inLine, reason);
    }

    @Override
    public void close() {
        in.close();
    }
}
