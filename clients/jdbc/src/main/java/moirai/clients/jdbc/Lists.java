package moirai.clients.jdbc;

import java.util.Arrays;
import java.util.Optional;
import moirai.history.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Parses lists from text. One for each session: it keeps room for the longest list so far.
 *
 * <p>What is no integer was not written by a client. It is an element all the same, negative and the same one for the
 * same text, so that a checker says that nobody appended it; {@link #garbage} tells the text.
 */
final class Lists {

    private int[] elements = new int[64];
    private int count;
    private String garbage = "";
    private boolean hasGarbage;

    void clear() {
        count = 0;
        hasGarbage = false;
    }

    /** Adds the integers in a text like {@code 1,2,-3}; SQL's NULL is no list. */
    void add(@Nullable String text) {
        if (text == null) {
            addGarbage("NULL");
            return;
        }
        if (text.isEmpty()) {
            return;
        }
        int comma = -1;
        do {
            int start = comma + 1;
            comma = text.indexOf(',', start);
            int end = comma < 0 ? text.length() : comma;
            try {
                put(Integer.parseInt(text, start, end, 10));
            } catch (NumberFormatException e) {
                addGarbage(text.substring(start, end));
            }
        } while (comma >= 0);
    }

    /** Adds an element for something that no client has written. */
    void addGarbage(String text) {
        put(elementFor(text));
        garbage = text;
        hasGarbage = true;
    }

    private void put(int element) {
        if (count == elements.length) {
            elements = Arrays.copyOf(elements, 2 * count);
        }
        elements[count++] = element;
    }

    /** Returns an element that no client writes, for a text that is no integer. */
    static int elementFor(String text) {
        return Integer.MIN_VALUE + 1 + (text.hashCode() & 0x3fff_ffff);
    }

    /** Returns the integers added since the list was cleared. */
    Elements elements() {
        return Elements.copyOf(elements, count);
    }

    /** Returns the last text since the list was cleared that no client has written; empty if there was none. */
    Optional<String> garbage() {
        return hasGarbage ? Optional.of(garbage) : Optional.empty();
    }
}
