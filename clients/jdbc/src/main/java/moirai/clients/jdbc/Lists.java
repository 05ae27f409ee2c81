package moirai.clients.jdbc;

import java.util.Arrays;
import moirai.history.Elements;

/**
 * Parses lists from text. One for each session: it keeps room for the longest list so far.
 *
 * <p>What is no integer was not written by a client. It is an element all the same, negative and the same one for the
 * same text, so that a checker says that nobody appended it; {@link #garbage} tells what it was.
 */
final class Lists {

    private int[] elements = new int[64];
    private int count;
    private String garbage = "";

    void clear() {
        count = 0;
        garbage = "";
    }

    /** Adds the integers in a text like {@code 1,2,-3}. */
    void add(String text) {
        if (text.isEmpty()) {
            return;
        }
        int comma = -1;
        do {
            int start = comma + 1;
            comma = text.indexOf(',', start);
            if (count == elements.length) {
                elements = Arrays.copyOf(elements, 2 * count);
            }
            elements[count++] = element(text, start, comma < 0 ? text.length() : comma);
        } while (comma >= 0);
    }

    private int element(String text, int start, int end) {
        try {
            return Integer.parseInt(text, start, end, 10);
        } catch (NumberFormatException e) {
            int element = elementFor(text.substring(start, end));
            garbage = "'" + text + "', in which '" + text.substring(start, end) + "' is recorded as " + element;
            return element;
        }
    }

    /** Returns an element that no client writes, for a text that is no integer. */
    static int elementFor(String text) {
        return Integer.MIN_VALUE + 1 + (text.hashCode() >>> 2);
    }

    /** Returns the integers added since the list was cleared. */
    Elements elements() {
        return Elements.copyOf(elements, count);
    }

    /** Returns a text that was added since the list was cleared and is no list, with what became of it; or nothing. */
    String garbage() {
        return garbage;
    }
}
