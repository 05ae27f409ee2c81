package moirai.formats.forms;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Operations as a row of cells, in whatever notation they came; one of them is the {@linkplain #moveTo current} one.
 *
 * <p>A cell has a kind, a place in the file and a value: for numbers the number; for words the bytes of their text; for
 * collections the cell behind their last part, the parts being the cells in between. A vector or set of nothing but
 * ints is one cell, and its elements are in {@link #ints}.
 *
 * <p>A word of at most eight bytes is its own value, the first byte highest, so that words are compared as numbers:
 * EDN is read in nine tenths of the time. Its text is made where somebody asks for it.
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

    private static final int KIND_MASK = (1 << 4) - 1;
    /** Marks a word that is its own value. */
    private static final int PACKED = 1 << 4;

    private static final int PLACE_SHIFT = 5;
    private static final int PACKED_BYTES_MAX = Long.BYTES;
    private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

    /** The place in the file, with the kind in the low bits, and whether the value is a packed word. */
    private long[] places = new long[256];

    private long[] values = new long[256];
    private int size;
    private byte[] text = new byte[1024];
    private int textSize;
    private int[] ints = new int[1024];
    private int intCount;
    /** The first cell of the current operation. */
    private int origin;

    /** Returns a short word as {@link #isWord(int, long)} compares it. */
    public static long word(String ascii) {
        byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
        if (bytes.length == 0 || bytes.length > PACKED_BYTES_MAX) {
            throw new IllegalArgumentException("'" + ascii + "' does not have 1 to " + PACKED_BYTES_MAX + " bytes");
        }
        return packed(bytes, 0, bytes.length);
    }

    private static long packed(byte[] bytes, int from, int to) {
        long word = 0;
        for (int at = from; at < to; at++) {
            word = word << Byte.SIZE | (bytes[at] & 0xff);
        }
        return word;
    }

    public void clear() {
        origin = 0;
        size = 0;
        textSize = 0;
        intCount = 0;
    }

    /** Returns the size, which {@linkplain #back back} takes to drop cells of the same operation. */
    public int size() {
        return size;
    }

    /** Makes the operation that begins at this cell the current one. */
    public void moveTo(int cell) {
        origin = cell;
    }

    /** Returns how much the tape holds: its cells, ints, and bytes of text. */
    public int held() {
        return size + intCount + textSize;
    }

    /** Takes the contents of another tape and gives it its own. */
    public void exchange(Tape other) {
        long[] otherPlaces = other.places;
        long[] otherValues = other.values;
        byte[] otherText = other.text;
        int[] otherInts = other.ints;
        int otherSize = other.size;
        int otherTextSize = other.textSize;
        int otherIntCount = other.intCount;
        int otherOrigin = other.origin;
        other.places = places;
        other.values = values;
        other.text = text;
        other.ints = ints;
        other.size = size;
        other.textSize = textSize;
        other.intCount = intCount;
        other.origin = origin;
        places = otherPlaces;
        values = otherValues;
        text = otherText;
        ints = otherInts;
        size = otherSize;
        textSize = otherTextSize;
        intCount = otherIntCount;
        origin = otherOrigin;
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
        places[size] = place << PLACE_SHIFT | kind;
        values[size] = value;
        return size++;
    }

    /** Adds a word with this text. */
    public void addText(int kind, long place, byte[] bytes, int from, int to) {
        int at = beginText();
        append(bytes, from, to);
        endText(kind, place, at);
    }

    /** Adds a keyword, a string or a symbol that is packed into its value; a keyword without its colon. */
    void addPacked(int kind, long place, long word) {
        add(kind | PACKED, place, word);
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
        int first = kind == KEYWORD ? from + 1 : from;
        // A zero at the start would be lost in a number.
        if (kind != OTHER && first < textSize && textSize - first <= PACKED_BYTES_MAX && text[first] != 0) {
            addPacked(kind, place, packed(text, first, textSize));
            textSize = from;
        } else {
            add(kind, place, (long) from << 32 | textSize - from);
        }
    }

    /** Gives a word another text. */
    public void changeText(int cell, byte[] bytes) {
        int from = beginText();
        append(bytes, 0, bytes.length);
        setText(cell, from);
    }

    private void setText(int cell, int from) {
        places[cell] &= ~PACKED;
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
        return places[cell] >> PLACE_SHIFT;
    }

    /**
     * Returns the current operation's form without its tags; a tag with a colon gives the keys of a map another
     * meaning.
     */
    public int untagged() {
        int cell = origin;
        while (kind(cell) == TAGGED && text(cell + 1)[textStart(cell + 1)] != ':') {
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

    /** Returns the bytes of the word between {@link #textStart} and {@link #textEnd}; of a keyword with its colon. */
    public byte[] text(int cell) {
        if ((places[cell] & PACKED) != 0) {
            unpack(cell);
        }
        return text;
    }

    /** Returns where the word begins in what {@link #text} returned. */
    public int textStart(int cell) {
        return (int) (values[cell] >>> 32);
    }

    /** Returns where the word ends in what {@link #text} returned. */
    public int textEnd(int cell) {
        return textStart(cell) + (int) values[cell];
    }

    private void unpack(int cell) {
        int from = beginText();
        if (kind(cell) == KEYWORD) {
            append(':');
        }
        long word = values[cell];
        int leadingBytes = Long.numberOfLeadingZeros(word) / Byte.SIZE;
        for (int bits = Long.SIZE - Byte.SIZE * (leadingBytes + 1); bits >= 0; bits -= Byte.SIZE) {
            append((int) (word >>> bits));
        }
        setText(cell, from);
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

    /** Returns whether the cell is this {@linkplain #word word}, as a keyword, a string or a symbol. */
    public boolean isWord(int cell, long word) {
        return packed(cell) == word;
    }

    /** Returns the word that the cell is if it is a short one; else a number that is no {@link #word}. */
    public long packed(int cell) {
        return (places[cell] & PACKED) != 0 ? values[cell] : unpacked(cell);
    }

    private long unpacked(int cell) {
        if (!isWord(cell)) {
            return 0;
        }
        int first = textStart(cell) + (kind(cell) == KEYWORD ? 1 : 0);
        int end = textEnd(cell);
        return first < end && end - first <= PACKED_BYTES_MAX && text[first] != 0 ? packed(text, first, end) : 0;
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
