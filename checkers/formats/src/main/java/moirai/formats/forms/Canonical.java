package moirai.formats.forms;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Writes forms as EDN in a canonical way: equal forms become equal text, whatever blanks, escapes or order they had.
 *
 * <p>The parts of sets and maps are sorted by their text. An object whose only member is {@code "edn"} stands for the
 * text of that member, which JSON cannot express otherwise.
 */
public final class Canonical {

    private static final long EDN = Tape.word("edn");
    private static final int EXCERPT_CHARS_MAX = 60;

    private byte[] text = new byte[256];
    private int size;

    /** Makes the text of this form; it is in {@link #bytes} up to {@link #size} until the next call. */
    public void make(Tape tape, int cell) {
        size = 0;
        form(tape, cell);
    }

    public byte[] bytes() {
        return text;
    }

    public int size() {
        return size;
    }

    /** Returns the form in quotes, cut to a length that a message can hold. */
    public static String excerpt(Tape tape, int cell) {
        var canonical = new Canonical();
        canonical.make(tape, cell);
        String whole = Wtf8.text(canonical.text, 0, canonical.size);
        int end = Math.min(whole.length(), EXCERPT_CHARS_MAX);
        return "'" + whole.substring(0, end) + (end < whole.length() ? "…'" : "'");
    }

    private void form(Tape tape, int cell) {
        switch (tape.kind(cell)) {
            case Tape.NIL -> append("nil");
            case Tape.NUMBER -> append(Long.toString(tape.value(cell)));
            case Tape.STRING -> string(tape.text(cell), tape.textStart(cell), tape.textEnd(cell));
            case Tape.VECTOR -> parts(tape, cell, "[", "]");
            case Tape.INTS -> ints(tape, cell, "[", "]", false);
            case Tape.SET -> sorted(tape, cell, "#{", 1);
            case Tape.INT_SET -> ints(tape, cell, "#{", "}", true);
            case Tape.MAP -> map(tape, cell);
            case Tape.TAGGED -> {
                append("#");
                form(tape, tape.first(cell));
                append(" ");
                form(tape, tape.next(tape.first(cell)));
            }
            default -> append(tape.text(cell), tape.textStart(cell), tape.textEnd(cell));
        }
    }

    private void map(Tape tape, int cell) {
        int key = tape.first(cell);
        boolean isQuoted = key < tape.end(cell)
                && tape.isWord(key, EDN)
                && tape.kind(key) == Tape.STRING
                && tape.kind(tape.next(key)) == Tape.STRING
                && tape.next(tape.next(key)) == tape.end(cell);
        if (isQuoted) {
            int value = tape.next(key);
            append(tape.text(value), tape.textStart(value), tape.textEnd(value));
        } else {
            sorted(tape, cell, "{", 2);
        }
    }

    private void parts(Tape tape, int cell, String open, String close) {
        append(open);
        for (int part = tape.first(cell); part < tape.end(cell); part = tape.next(part)) {
            append(part == tape.first(cell) ? "" : " ");
            form(tape, part);
        }
        append(close);
    }

    private void ints(Tape tape, int cell, String open, String close, boolean isSorted) {
        int[] ints = Arrays.copyOfRange(tape.ints(), tape.intStart(cell), tape.intEnd(cell));
        if (isSorted) {
            Arrays.sort(ints);
        }
        append(open);
        for (int i = 0; i < ints.length; i++) {
            append((i == 0 ? "" : " ") + ints[i]);
        }
        append(close);
    }

    /** Appends parts, or keys with their values, in the order of their text. */
    private void sorted(Tape tape, int cell, String open, int width) {
        List<String> entries = new ArrayList<>();
        int part = tape.first(cell);
        while (part < tape.end(cell)) {
            int from = size;
            for (int i = 0; i < width; i++) {
                append(i == 0 ? "" : " ");
                form(tape, part);
                part = tape.next(part);
            }
            entries.add(new String(text, from, size - from, StandardCharsets.ISO_8859_1));
            size = from;
        }
        entries.sort(null);
        append(open);
        byte[] all = String.join(width == 1 ? " " : ", ", entries).getBytes(StandardCharsets.ISO_8859_1);
        append(all, 0, all.length);
        append("}");
    }

    private void string(byte[] bytes, int from, int to) {
        append("\"");
        for (int i = from; i < to; i++) {
            int at = bytes[i];
            switch (at) {
                case '"' -> append("\\\"");
                case '\\' -> append("\\\\");
                case '\n' -> append("\\n");
                case '\r' -> append("\\r");
                case '\t' -> append("\\t");
                default -> {
                    if ((at >= 0 && at < ' ') || at == 0x7f) {
                        escape(at);
                    } else if (Wtf8.isSurrogate(bytes, i, to)) {
                        escape(Wtf8.threeBytes(bytes, i));
                        i += 2;
                    } else {
                        append(bytes, i, i + 1);
                    }
                }
            }
        }
        append("\"");
    }

    private void escape(int character) {
        append(String.format(Locale.ROOT, "\\u%04x", character));
    }

    private void append(String ascii) {
        byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
        append(bytes, 0, bytes.length);
    }

    private void append(byte[] bytes, int from, int to) {
        if (to - from > text.length - size) {
            text = Arrays.copyOf(text, Math.max(2 * text.length, size + to - from));
        }
        System.arraycopy(bytes, from, text, size, to - from);
        size += to - from;
    }
}
