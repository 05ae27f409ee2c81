package moirai.formats.forms;

import java.nio.charset.StandardCharsets;
import moirai.history.HistoryFormatException;

/** Decodes strings: both notations escape with a backslash, and share most escapes. */
record StringText(ByteWindow in, boolean isJson) {

    private static final int HEX_DIGITS = 4;
    private static final int OCTAL_DIGITS_MAX = 3;
    private static final int OCTAL_MAX = 0377;

    /** Puts the string whose opening quote was passed on the tape. */
    void read(Tape tape, long place) {
        in.readString(place);
        byte[] bytes = in.bytes();
        int to = in.tokenEnd();
        if (!in.isEscaped()) {
            tape.addText(Tape.STRING, place, bytes, in.tokenStart(), to);
            return;
        }
        int text = tape.beginText();
        int at = in.tokenStart();
        while (at < to) {
            int plain = at;
            while (at < to && bytes[at] != '\\') {
                at++;
            }
            tape.append(bytes, plain, at);
            if (at < to) {
                at = escape(tape, bytes, at, to);
            }
        }
        tape.endText(Tape.STRING, place, text);
    }

    /**
     * Appends the escaped character that begins with the backslash at {@code at}.
     *
     * @return the index behind it
     */
    private int escape(Tape tape, byte[] bytes, int at, int to) {
        int escaped = bytes[at + 1];
        switch (escaped) {
            case '"', '\\' -> tape.append(escaped);
            case 'n' -> tape.append('\n');
            case 'r' -> tape.append('\r');
            case 't' -> tape.append('\t');
            case 'b' -> tape.append('\b');
            case 'f' -> tape.append('\f');
            case 'u' -> {
                return unicode(tape, bytes, at, to);
            }
            default -> {
                if (isJson && escaped == '/') {
                    tape.append('/');
                } else if (!isJson && escaped >= '0' && escaped <= '7') {
                    return octal(tape, bytes, at, to);
                } else {
                    throw unknown(at);
                }
            }
        }
        return at + 2;
    }

    private int unicode(Tape tape, byte[] bytes, int at, int to) {
        int first = hex(bytes, at, to);
        int next = at + 2 + HEX_DIGITS;
        boolean isPair = Character.isHighSurrogate((char) first)
                && next + 1 < to
                && bytes[next] == '\\'
                && bytes[next + 1] == 'u'
                && Character.isLowSurrogate((char) hex(bytes, next, to));
        if (!isPair) {
            tape.appendChar(first);
            return next;
        }
        int whole = Character.toCodePoint((char) first, (char) hex(bytes, next, to));
        byte[] utf8 = Character.toString(whole).getBytes(StandardCharsets.UTF_8);
        tape.append(utf8, 0, utf8.length);
        return next + 2 + HEX_DIGITS;
    }

    private int hex(byte[] bytes, int at, int to) {
        int value = 0;
        for (int i = at + 2; i < at + 2 + HEX_DIGITS; i++) {
            int digit = i < to ? Character.digit(bytes[i], 16) : -1;
            if (digit < 0) {
                throw unknown(at);
            }
            value = (value << 4) | digit;
        }
        return value;
    }

    private int octal(Tape tape, byte[] bytes, int at, int to) {
        int value = 0;
        int next = at + 1;
        while (next < to && next <= at + OCTAL_DIGITS_MAX && bytes[next] >= '0' && bytes[next] <= '7') {
            value = (value << 3) | (bytes[next++] - '0');
        }
        if (value > OCTAL_MAX) {
            throw unknown(at);
        }
        tape.appendChar(value);
        return next;
    }

    private HistoryFormatException unknown(int at) {
        return in.error(
                in.tokenOffset() + at - in.tokenStart(),
                "an escape that is none; expected one of \\\" \\\\ \\n \\r \\t \\b \\f \\u0000"
                        + (isJson ? " \\/" : " \\0"));
    }
}
