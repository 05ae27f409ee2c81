package moirai.formats.forms;

/**
 * Reads the maps of EDN that consist of keywords, whole numbers, nil, strings without escapes, vectors and maps, and
 * lie wholly in the window: nearly all operations of most files. It puts the same cells on the tape as {@link
 * EdnForms}, which reads all others.
 *
 * <p>The position is a local variable, which the JVM's first compiler keeps in a register: EDN is read in half the
 * time.
 */
final class PlainEdn {

    private static final boolean[] BLANK = ByteWindow.table(EdnForms.BLANKS);
    private static final boolean[] ENDS_TOKEN = ByteWindow.table(EdnForms.TOKEN_ENDS);
    private static final boolean[] ENDS_NUMBER = ByteWindow.table(ByteWindow.NUMBER_ENDS);
    /** The number of digits that cannot exceed 63 bits; below, 31 bits. */
    private static final int SAFE_DIGITS = 18;

    private static final int SHORT_DIGITS = 9;

    /** The length of a keyword, with its colon, that a cell's value can hold. */
    private static final int PACKED_KEYWORD_BYTES_MAX = 1 + Long.BYTES;

    private static final int DEPTH_MAX = 16;
    /** Stands for the position behind a form that has something else in it. */
    private static final int NOT_PLAIN = -1;

    private final ByteWindow in;
    private byte[] bytes = {};
    /** The difference between an offset in the file and its position in the window. */
    private long base;

    private long number;

    PlainEdn(ByteWindow in) {
        this.in = in;
    }

    /** Reads the map at the position and moves behind it; returns false, with nothing changed, if it is not plain. */
    boolean readIfPlain(Tape tape) {
        bytes = in.bytes();
        base = in.offset() - in.position();
        int size = tape.size();
        int end = map(in.position(), tape, 0);
        if (end == NOT_PLAIN) {
            tape.back(size);
            return false;
        }
        in.moveTo(end);
        return true;
    }

    /** Returns the position behind the form at this one, as all methods below do; no form begins with a zero. */
    private int form(int at, Tape tape, int depth) {
        int first = bytes[at];
        if (first == ':') {
            return keyword(at, tape);
        }
        if (first <= '9') {
            return first == '"' ? string(at, tape) : ofNumber(at, tape);
        }
        return switch (first) {
            case '[' -> depth == DEPTH_MAX ? NOT_PLAIN : vector(at, tape, depth + 1);
            case '{' -> depth == DEPTH_MAX ? NOT_PLAIN : map(at, tape, depth + 1);
            case 'n' -> nil(at, tape);
            default -> NOT_PLAIN;
        };
    }

    private int ofNumber(int at, Tape tape) {
        int end = number(at);
        if (end != NOT_PLAIN) {
            tape.add(Tape.NUMBER, base + at, number);
        }
        return end;
    }

    private int nil(int at, Tape tape) {
        if (bytes[at + 1] != 'i' || bytes[at + 2] != 'l' || !ENDS_TOKEN[bytes[at + 3] & 0xff]) {
            return NOT_PLAIN;
        }
        tape.add(Tape.NIL, base + at, 0);
        return at + 3;
    }

    private int map(int from, Tape tape, int depth) {
        int cell = tape.add(Tape.MAP, base + from, 0);
        int at = blanks(from + 1);
        boolean isValue = false;
        while (bytes[at] != '}') {
            at = form(at, tape, depth);
            if (at == NOT_PLAIN) {
                return NOT_PLAIN;
            }
            at = blanks(at);
            isValue = !isValue;
        }
        tape.close(cell);
        return isValue ? NOT_PLAIN : at + 1;
    }

    private int vector(int from, Tape tape, int depth) {
        byte[] text = bytes;
        int cell = tape.add(Tape.VECTOR, base + from, 0);
        int firstInt = tape.intCount();
        int at = blanks(from + 1);
        while (text[at] != ']') {
            int first = at;
            int value = text[at] - '0';
            // Nearly all elements are positive and short: a call for each took an eighth of the time of reading EDN.
            if (value >= 1 && value <= 9) {
                int digit = text[++at] - '0';
                while (digit >= 0 && digit <= 9) {
                    value = 10 * value + digit;
                    digit = text[++at] - '0';
                }
            }
            if (at == first || at - first > SHORT_DIGITS || !ENDS_NUMBER[text[at] & 0xff]) {
                at = text[first] > '9' ? NOT_PLAIN : number(first);
                if (at == NOT_PLAIN || number != (int) number || number == Integer.MIN_VALUE) {
                    tape.spill(firstInt, base + from);
                    return parts(first, cell, tape, depth);
                }
                value = (int) number;
            }
            tape.addInt(value);
            while (BLANK[text[at] & 0xff]) {
                at++;
            }
        }
        tape.closeInts(cell, firstInt);
        return at + 1;
    }

    private int parts(int from, int cell, Tape tape, int depth) {
        int at = from;
        while (bytes[at] != ']') {
            at = form(at, tape, depth);
            if (at == NOT_PLAIN) {
                return NOT_PLAIN;
            }
            at = blanks(at);
        }
        tape.close(cell);
        return at + 1;
    }

    private int keyword(int from, Tape tape) {
        byte[] text = bytes;
        int at = from + 1;
        long word = 0;
        while (!ENDS_TOKEN[text[at] & 0xff]) {
            word = word << Byte.SIZE | (text[at++] & 0xff);
        }
        if (at == from + 1) {
            return NOT_PLAIN;
        }
        if (at - from <= PACKED_KEYWORD_BYTES_MAX) {
            tape.addPacked(Tape.KEYWORD, base + from, word);
        } else {
            tape.addText(Tape.KEYWORD, base + from, text, from, at);
        }
        return at;
    }

    private int string(int from, Tape tape) {
        byte[] text = bytes;
        int at = from + 1;
        while (text[at] != '"') {
            if (text[at] == '\\' || text[at] == 0) {
                return NOT_PLAIN;
            }
            at++;
        }
        tape.addText(Tape.STRING, base + from, text, from + 1, at);
        return at + 1;
    }

    /** Reads a number of canonical form. */
    private int number(int from) {
        byte[] digits = bytes;
        boolean isNegative = digits[from] == '-';
        int first = isNegative ? from + 1 : from;
        int at = first;
        long value = 0;
        int digit = digits[at] - '0';
        while (digit >= 0 && digit <= 9) {
            value = 10 * value + digit;
            digit = digits[++at] - '0';
        }
        boolean isCanonical = digits[first] != '0' || (at == first + 1 && !isNegative);
        if (at == first || at > first + SAFE_DIGITS || !isCanonical || !ENDS_NUMBER[digits[at] & 0xff]) {
            return NOT_PLAIN;
        }
        number = isNegative ? -value : value;
        return at;
    }

    private int blanks(int from) {
        byte[] text = bytes;
        int at = from;
        while (BLANK[text[at] & 0xff]) {
            at++;
        }
        return at;
    }
}
