package moirai.clients.jdbc;

import java.util.Arrays;
import moirai.history.Elements;

/** Parses lists from text. One for each session: it keeps room for the longest list so far. */
final class Lists {

    private int[] elements = new int[64];
    private int count;

    void clear() {
        count = 0;
    }

    /**
     * Adds the integers in a text like {@code 1,2,-3}.
     *
     * @throws NumberFormatException if it is not such a text
     */
    void add(String text) {
        for (int start = 0; start < text.length(); ) {
            int comma = text.indexOf(',', start);
            int end = comma < 0 ? text.length() : comma;
            if (comma == text.length() - 1) {
                throw new NumberFormatException("the text ends in a comma");
            }
            if (count == elements.length) {
                elements = Arrays.copyOf(elements, 2 * count);
            }
            elements[count++] = Integer.parseInt(text, start, end, 10);
            start = end + 1;
        }
    }

    /** Returns the integers added since the list was cleared. */
    Elements elements() {
        return Elements.copyOf(elements, count);
    }
}
