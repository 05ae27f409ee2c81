package moirai.formats.forms;

import java.nio.file.Path;
import java.util.Arrays;
import moirai.formats.text.Excerpt;
import moirai.formats.text.InputFile;
import moirai.history.HistoryFormatException;

/**
 * A file of any size through a buffer in which the current token is always whole.
 *
 * <p>A zero behind the last byte stops every scan, so only a scan that meets a zero compares with the end. Lines are
 * not counted: the place of an error is found by reading the file again up to it.
 */
public final class ByteWindow implements AutoCloseable {

    /** The value of {@link #peek} behind the last byte. */
    public static final int END = -1;

    private static final int BUFFER_BYTES = 1 << 20;
    private static final int SMALL_BUFFER_BYTES = 1 << 16;
    private static final int TOKEN_BYTES_MAX = 1 << 28;
    /** The greatest number of digits of an int; below, of a long that cannot exceed 63 bits. */
    private static final int INT_DIGITS_MAX = 10;

    /** The bytes that end a number: blanks, brackets, quotes, comments and commas; and the zero at the end. */
    static final String NUMBER_ENDS = "\0 \t\r\n\f\u000b,()[]{}\";";

    private static final boolean[] ENDS_NUMBER = table(NUMBER_ENDS);

    private final Path file;
    private final InputFile in;
    private byte[] buffer;
    private int position;
    private int limit;
    /** The offset in the file of the first byte in the buffer. */
    private long base;

    private boolean ended;
    private boolean cut;
    /** The offset in the file of the operation that was begun last. */
    private long operation;

    private int tokenStart;
    private int tokenEnd;
    private boolean escaped;
    private int number;

    public ByteWindow(Path file) {
        this.file = file;
        this.in = InputFile.text(file);
        this.buffer = new byte[windowBytes(file.toFile().length()) + 1];
    }

    /** Returns room for a small file, which is read in less time than a large window is made; a pipe has length 0. */
    private static int windowBytes(long length) {
        return length == 0 ? BUFFER_BYTES : Math.clamp(length + 1, SMALL_BUFFER_BYTES, BUFFER_BYTES);
    }

    /** Returns a table with true for these characters. */
    public static boolean[] table(String characters) {
        boolean[] table = new boolean[256];
        for (int i = 0; i < characters.length(); i++) {
            table[characters.charAt(i)] = true;
        }
        return table;
    }

    /** Returns the byte at the position, from 0 to 255, or {@link #END}. */
    public int peek() {
        byte at = buffer[position];
        return at != 0 || position < limit ? at & 0xff : peekBeyond();
    }

    private int peekBeyond() {
        fill(position);
        return position < limit ? buffer[position] & 0xff : END;
    }

    /** Advances by one byte, which must not be the end. */
    public void advance() {
        position++;
    }

    /** Skips bytes that are in the table. */
    public void skip(boolean[] table) {
        do {
            byte[] bytes = buffer;
            int at = position;
            while (table[bytes[at] & 0xff]) {
                at++;
            }
            position = at;
            tokenStart = at;
        } while (isRefilled());
    }

    /** Returns whether this character follows the one at the position. */
    public boolean isNext(int character) {
        if (position + 1 >= limit && !ended) {
            fill(position);
        }
        return position + 1 < limit && buffer[position + 1] == character;
    }

    /** Skips the rest of the line. */
    public void skipLine() {
        while (peek() != '\n' && peek() != END) {
            position++;
        }
    }

    /** Returns the position in the array. */
    int position() {
        return position;
    }

    /** Moves to a position in the array that is not beyond its last byte of the file. */
    void moveTo(int target) {
        position = target;
        tokenStart = target;
    }

    /** Returns the position in the file. */
    public long offset() {
        return base + position;
    }

    /**
     * Reads an int of canonical form that ends where a number may end, into {@link #number}; returns false, without
     * moving, if there is none. {@link Integer#MIN_VALUE} counts as none, because it is reserved.
     */
    public boolean isInt() {
        byte[] bytes = buffer;
        int at = position;
        boolean isNegative = bytes[at] == '-';
        if (isNegative) {
            at++;
        }
        int first = at;
        long value = 0;
        int digit = bytes[at] - '0';
        while (digit >= 0 && digit <= 9) {
            value = 10 * value + digit;
            digit = bytes[++at] - '0';
        }
        if (at == limit && !ended) {
            fill(position);
            return isInt();
        }
        int digits = at - first;
        if (digits == 0
                || digits > INT_DIGITS_MAX
                || (bytes[first] == '0' && (digits > 1 || isNegative))
                || value > Integer.MAX_VALUE
                || !ENDS_NUMBER[bytes[at] & 0xff]) {
            return false;
        }
        number = (int) (isNegative ? -value : value);
        position = at;
        return true;
    }

    /** Returns the int that {@link #isInt} found. */
    public int number() {
        return number;
    }

    /** Reads bytes up to one that is in the table; they are the token. */
    public void readToken(boolean[] ends) {
        tokenStart = position;
        scanToken(ends);
    }

    private void scanToken(boolean[] ends) {
        do {
            while (!ends[buffer[position] & 0xff]) {
                position++;
            }
        } while (isRefilled());
        tokenEnd = position;
    }

    /** Reads the token at a backslash; the character behind the backslash never ends it. */
    public void readCharacter(boolean[] ends) {
        tokenStart = position++;
        if (position < limit || isRefilled()) {
            position++;
        }
        scanToken(ends);
    }

    /** Reads a string behind its opening quote; the text between the quotes is the token. */
    public void readString(long opened) {
        tokenStart = position;
        escaped = false;
        while (true) {
            int at = buffer[position];
            if (at == '"') {
                tokenEnd = position++;
                return;
            }
            if (at == 0 && position == limit) {
                requireMore(opened);
            } else {
                position++;
                if (at == '\\') {
                    escaped = true;
                    requireMore(opened);
                    position++;
                }
            }
        }
    }

    private void requireMore(long opened) {
        if (position == limit && !isRefilled()) {
            throw cutOff("a string that begins at " + place(opened));
        }
    }

    /** Refills the buffer if the position is at its end; returns whether it did. */
    private boolean isRefilled() {
        if (position < limit || ended) {
            return false;
        }
        fill(tokenStart);
        return position < limit;
    }

    /** Returns the array that holds the token until the window moves on. */
    public byte[] bytes() {
        return buffer;
    }

    public int tokenStart() {
        return tokenStart;
    }

    public int tokenEnd() {
        return tokenEnd;
    }

    /** Returns the offset of the token in the file. */
    public long tokenOffset() {
        return base + tokenStart;
    }

    /** Returns whether the string that was read last has backslashes. */
    public boolean isEscaped() {
        return escaped;
    }

    /** Reads on; bytes before {@code keep} may be dropped. */
    private void fill(int keep) {
        int left = limit - keep;
        if (left == buffer.length - 1) {
            grow();
        }
        System.arraycopy(buffer, keep, buffer, 0, left);
        base += keep;
        position -= keep;
        tokenStart -= keep;
        limit = left + in.read(buffer, left, buffer.length - 1 - left);
        ended = limit < buffer.length - 1;
        buffer[limit] = 0;
    }

    private void grow() {
        if (buffer.length > TOKEN_BYTES_MAX) {
            throw error(base, "a single string or symbol of more than " + TOKEN_BYTES_MAX + " bytes; expected less");
        }
        buffer = Arrays.copyOf(buffer, 2 * buffer.length - 1);
    }

    /** Returns the text at the position, for messages. */
    public String excerpt() {
        if (peek() == END) {
            return "the end of the file";
        }
        // The window may end just here, and what is shown must not depend on that.
        fill(position);
        return Excerpt.ofLine(buffer, position, limit);
    }

    /** Returns the token that was read last, for messages. */
    public String tokenExcerpt() {
        return Excerpt.of(buffer, tokenStart, tokenEnd);
    }

    /** Returns the error of a file that ends where it must not. */
    public HistoryFormatException cutOff(String inside) {
        cut = true;
        return error(
                base + limit,
                "the file ends inside " + inside + ", as one does whose writer was killed; expected the rest of it, or"
                        + " --accept-cut to leave that operation out");
    }

    /** Returns the error of a file that ends inside the form that begins at this offset. */
    public HistoryFormatException cutOffIn(long opened) {
        return cutOff("what begins at " + place(opened));
    }

    /** Returns the error of the text at the position. */
    public HistoryFormatException unexpected(String expected) {
        return error(offset(), excerpt() + "; expected " + expected);
    }

    /** Returns whether the last error was that the file ends where it must not. */
    public boolean isCut() {
        return cut;
    }

    /** Notes that an operation begins at the current position. */
    void beginOperation() {
        operation = offset();
    }

    /**
     * Requires that the end of the file cuts one operation short, the last one.
     *
     * @throws HistoryFormatException if further operations follow the one that is open
     */
    public void requireOneCut() {
        if (OperationCount.isSeveral(file, operation)) {
            throw error(
                    operation,
                    "is never closed, and more operations follow; expected closing brackets and quotes, since"
                            + " --accept-cut leaves out only the last operation");
        }
    }

    public HistoryFormatException error(long offset, String reason) {
        return new HistoryFormatException(file + ":" + place(offset), reason);
    }

    /** Returns line and column, from 1, of a byte in the file; columns count characters. */
    public String place(long offset) {
        long line = 1;
        long column = 1;
        byte[] part = new byte[1 << 16];
        try (InputFile again = InputFile.text(file)) {
            long left = offset;
            while (left > 0) {
                int got = again.read(part, 0, (int) Math.min(left, part.length));
                if (got == 0) {
                    break;
                }
                left -= got;
                for (int i = 0; i < got; i++) {
                    boolean isLineEnd = part[i] == '\n';
                    line += isLineEnd ? 1 : 0;
                    column = isLineEnd ? 1 : column + ((part[i] & 0xc0) == 0x80 ? 0 : 1);
                }
            }
        }
        return line + ":" + column;
    }

    @Override
    public void close() {
        in.close();
    }
}
