package moirai.analysis.durability;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.history.keeping.NoteLine;

/**
 * Acknowledged appends as lines of a note.
 *
 * <pre>
 * acknowledged all
 * appends 90 ffffffff*40 7fffffff 0*2 1f
 * </pre>
 *
 * <p>The first line says whether they are {@code all} or a {@code part}. A further one has the elements from 1 to 64 of
 * keys that follow each other, as bits of a hexadecimal number, behind the first of these keys; equal numbers are
 * counted. That is some ten bytes for each key, of which a run has one for each of its lists.
 */
public final class AcknowledgedText {

    /** The first word of the line that says whether they are all. */
    public static final String TITLE = "acknowledged";

    /** The first word of a line of appends. */
    public static final String APPENDS = "appends";

    private static final String ALL = "all";
    private static final String PART = "part";

    /** The number of keys in a line. */
    private static final int KEYS_A_LINE = 1_000;

    private static final int HEX = 16;

    private static final Pattern FIRST = Pattern.compile(TITLE + " (" + ALL + "|" + PART + ")");

    private AcknowledgedText() {}

    /** Appends the lines. O(keys × log keys). */
    public static void write(AcknowledgedAppends appends, List<String> lines) {
        lines.add(TITLE + " " + (appends.isWhole() ? ALL : PART));
        long[] keys = appends.keys();
        int from = 0;
        while (from < keys.length) {
            int to = from + 1;
            while (to < keys.length && to - from < KEYS_A_LINE && keys[to] == keys[to - 1] + 1) {
                to++;
            }
            lines.add(line(appends, keys, from, to));
            from = to;
        }
    }

    private static String line(AcknowledgedAppends appends, long[] keys, int from, int to) {
        var line = new StringBuilder(APPENDS).append(' ').append(keys[from]);
        int first = from;
        while (first < to) {
            long bits = appends.bits(keys[first]);
            int next = first + 1;
            while (next < to && appends.bits(keys[next]) == bits) {
                next++;
            }
            line.append(' ').append(Long.toHexString(bits));
            if (next - first > 1) {
                line.append('*').append(next - first);
            }
            first = next;
        }
        return line.toString();
    }

    /**
     * Reads the lines among others.
     *
     * @return empty if there are none
     * @throws moirai.history.HistoryFormatException if one of them is damaged
     */
    public static Optional<AcknowledgedAppends> read(Stream<NoteLine> lines) {
        var read = new AcknowledgedAppends();
        boolean[] isTitled = new boolean[1];
        lines.forEach(line -> {
            String[] words = line.text().split(" ", -1);
            if (words[0].equals(TITLE)) {
                isTitled[0] = true;
                if (line.matched(FIRST, "'acknowledged all' or 'acknowledged part'")
                        .group(1)
                        .equals(PART)) {
                    read.lose();
                }
            } else if (words[0].equals(APPENDS)) {
                readAppends(line, words, read);
            }
        });
        return isTitled[0] ? Optional.of(read) : Optional.empty();
    }

    private static void readAppends(NoteLine line, String[] words, AcknowledgedAppends into) {
        if (words.length < 3) {
            throw line.refused(line.text(), "'appends KEY BITS', as in 'appends 90 ffffffff*40 7f'");
        }
        long key = line.number("a key", words[1], Long.MIN_VALUE, Long.MAX_VALUE);
        for (int i = 2; i < words.length; i++) {
            String[] counted = words[i].split("\\*", 2);
            long bits = bits(line, counted[0]);
            long times = counted.length == 1 ? 1 : line.number("a count", counted[1], 2, KEYS_A_LINE);
            for (long time = 0; time < times; time++) {
                into.put(key, bits);
                key++;
            }
        }
    }

    private static long bits(NoteLine line, String digits) {
        try {
            return Long.parseUnsignedLong(digits, HEX);
        } catch (NumberFormatException wrong) {
            throw line.refused(digits, "as elements up to 16 hexadecimal digits");
        }
    }
}
