package moirai.formats.text;

import java.util.Locale;

/** Excerpts of a file for messages: a few printable characters, however strange or long the original is. */
public final class Excerpt {

    private static final int BYTES_MAX = 60;

    private Excerpt() {}

    /** Returns the bytes in quotes, up to a line's end, those that are no printable ASCII as {@code \x0a}. */
    public static String ofLine(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && bytes[end] != '\n' && !(bytes[end] == '\r' && end + 1 < to && bytes[end + 1] == '\n')) {
            end++;
        }
        return of(bytes, from, end);
    }

    /** Returns the bytes in quotes, those that are no printable ASCII as {@code \x0a}. */
    public static String of(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + BYTES_MAX);
        var text = new StringBuilder("'");
        for (int i = from; i < end; i++) {
            if (bytes[i] >= ' ' && bytes[i] <= '~') {
                text.append((char) bytes[i]);
            } else {
                text.append(String.format(Locale.ROOT, "\\x%02x", bytes[i]));
            }
        }
        return text.append(end < to ? "…'" : "'").toString();
    }
}
