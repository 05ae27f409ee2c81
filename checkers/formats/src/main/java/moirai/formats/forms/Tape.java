package moirai.formats.forms;

import java.util.Arrays;

/**
 * One operation as a row of cells, in whatever notation it came; reused for the next one.
 *
 * <p>A cell has a kind, a place in the file and a value: for numbers the number; for words the bytes of their text; for
 * collections the cell behind their last part, the parts being the cells in between. A vector or set of nothing but
 * ints is one cell, and its elements are in {@link #ints}.
 */
public final class Tape {

    public static final int NIL = 0;
    public static final int NUMBER = 1;
    /** A keyword; its text has the colon. */
    public static final int KEYWORD = 2;

    public static final int SYMBOL = 3;
    /** A string; its text is decoded, without quotes and escapes. */
    public static final int STRING = 4;
    /** Any other scalar with its text in the file: a number of another kind, a character, a pattern. */
    public static final int OTHER = 5;
    /** A vector; of EDN, lists too. */
    public static final int VECTOR = 6;

    public static final int SET = 7;
    /** A map; keys and values take turns. */
    public static final int MAP = 8;
    /** A tag, and the form behind it. */
    public static final int TAGGED = 9;

    public static final int INTS = 10;
    public static final int INT_SET = 11;

    private static final int KIND_BITS = 4;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;
    private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

    /** The place in the file, with the kind in the low bits. */
    private long[] places = new long[256];

    private long[] values = new long[256];
    private int size;
    private byte[] text = new byte[1024];
    private int textSize;
    private int[] ints = new int[1024];
    private int intCount;

    public void clear() {
        size = 0;
        textSize = 0;
        intCount = 0;
    }

    /** Returns the size, which {@linkplain #back back} takes to drop cells of the same operation. */
    public int size() {
        return size;
    }

    /** Drops the cells from this one on. */
    public void back(int cell) {
        size = cell;
    }

    public int add(int kind, long place, long value) {
        if (size == places.length) {
            int length = grown(size, size + 1);
            places = Arrays.copyOf(places, length);
            values = Arrays.copyOf(values, length);
        }
        places[size] = place << KIND_BITS | kind;
        values[size] = value;
        return size++;
    }

    /** Adds a word with this text. */
    public void addText(int kind, long place, byte[] bytes, int from, int to) {
        int at = beginText();
        append(bytes, from, to);
        endText(kind, place, at);
    }

    /** Returns the start of a text of a word, which {@link #append} extends and {@link #endText} ends. */
    public int beginText() {
        return textSize;
    }

    public void append(byte[] bytes, int from, int to) {
        reserveText(to - from);
        System.arraycopy(bytes, from, text, textSize, to - from);
        textSize += to - from;
    }

    public void append(int value) {
        reserveText(1);
        text[textSize++] = (byte) value;
    }

    /** Appends a character of up to 16 bits as UTF-8; one half of a pair on its own becomes three bytes. */
    public void appendChar(int character) {
        if (character < 0x80) {
            append(character);
        } else if (character < 0x800) {
            append(0xc0 | character >> 6);
            append(0x80 | (character & 0x3f));
        } else {
            append(0xe0 | character >> 12);
            append(0x80 | ((character >> 6) & 0x3f));
            append(0x80 | (character & 0x3f));
        }
    }

    public void endText(int kind, long place, int from) {
        add(kind, place, (long) from << 32 | textSize - from);
    }

    /** Gives a word another text. */
    public void changeText(int cell, byte[] bytes) {
        int from = beginText();
        append(bytes, 0, bytes.length);
        values[cell] = (long) from << 32 | textSize - from;
    }

    private void reserveText(int count) {
        if (count > text.length - textSize) {
            text = Arrays.copyOf(text, grown(text.length, (long) textSize + count));
        }
    }

    public int intCount() {
        return intCount;
    }

    public void addInt(int value) {
        if (intCount == ints.length) {
            ints = Arrays.copyOf(ints, grown(intCount, intCount + 1L));
        }
        ints[intCount++] = value;
    }

    /** Gives the ints from this one on cells of their own, and removes them from the ints. */
    public void spill(int from, long place) {
        for (int i = from; i < intCount; i++) {
            add(NUMBER, place, ints[i]);
        }
        intCount = from;
    }

    /** Makes the cell a collection of the ints from this one on. */
    public void closeInts(int cell, int from) {
        int kind = kind(cell) == SET ? INT_SET : INTS;
        places[cell] = (places[cell] & ~KIND_MASK) | kind;
        values[cell] = (long) from << 32 | intCount - from;
    }

    /** Ends a collection behind the last cell. */
    public void close(int cell) {
        values[cell] = size;
    }

    public int kind(int cell) {
        return (int) places[cell] & KIND_MASK;
    }

    public long place(int cell) {
        return places[cell] >> KIND_BITS;
    }

    /** Returns the first form without its tags; a tag with a colon gives the keys of a map another meaning. */
    public int untagged() {
        int cell = 0;
        while (kind(cell) == TAGGED && text[textStart(cell + 1)] != ':') {
            cell = next(first(cell));
        }
        return cell;
    }

    /** Returns a number, or the value that the kind keeps. */
    public long value(int cell) {
        return values[cell];
    }

    /** Returns the first part of a collection of cells. */
    public int first(int cell) {
        return cell + 1;
    }

    /** Returns the cell behind the last part of a collection of cells. */
    public int end(int cell) {
        return (int) values[cell];
    }

    /** Returns the cell behind this one and its parts. */
    public int next(int cell) {
        int kind = kind(cell);
        return kind >= VECTOR && kind <= TAGGED ? end(cell) : cell + 1;
    }

    public byte[] text() {
        return text;
    }

    public int textStart(int cell) {
        return (int) (values[cell] >>> 32);
    }

    public int textEnd(int cell) {
        return textStart(cell) + (int) values[cell];
    }

    public int[] ints() {
        return ints;
    }

    public int intStart(int cell) {
        return (int) (values[cell] >>> 32);
    }

    public int intEnd(int cell) {
        return intStart(cell) + (int) values[cell];
    }

    public boolean isWord(int cell) {
        int kind = kind(cell);
        return kind == KEYWORD || kind == STRING || kind == SYMBOL;
    }

    /** Returns whether the cell is this word, as a keyword, a string or a symbol. */
    public boolean isWord(int cell, byte[] word) {
        int colon = kind(cell) == KEYWORD ? 1 : 0;
        int at = word.length;
        if ((int) values[cell] - colon != at || !isWord(cell)) {
            return false;
        }
        byte[] bytes = text;
        int from = textStart(cell) + colon;
        // Words are short: Arrays.equals took a tenth of the time of reading EDN.
        do {
            at--;
        } while (at >= 0 && bytes[from + at] == word[at]);
        return at < 0;
    }

    /** Returns whether the cell is a vector, not of ints alone, that has two parts. */
    public boolean isPair(int cell) {
        if (kind(cell) != VECTOR) {
            return false;
        }
        int second = next(first(cell));
        return second < end(cell) && next(second) == end(cell);
    }

    /** Returns whether the cell is a sequence of parts, of ints or not. */
    public boolean isSequence(int cell) {
        return kind(cell) == VECTOR || kind(cell) == INTS;
    }

    public boolean isSet(int cell) {
        return kind(cell) == SET || kind(cell) == INT_SET;
    }

    private static int grown(int capacity, long needed) {
        if (needed > LENGTH_MAX) {
            throw new IllegalStateException("one operation is limited to " + LENGTH_MAX + " parts");
        }
        return (int) Math.min(LENGTH_MAX, Math.max(needed, 16L + capacity + (capacity >> 1)));
    }
}
