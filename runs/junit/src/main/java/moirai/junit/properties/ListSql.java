package moirai.junit.properties;

import java.util.Arrays;
import moirai.history.Elements;

/**
 * The statements on a table of lists. A list is the text of its elements, with commas around them: {@code ,1,2,}.
 * Oracle would take an empty text for null.
 *
 * @param isConcatenatedByFunction whether texts are joined by CONCAT and not by {@code ||}
 */
record ListSql(String table, boolean isConcatenatedByFunction) {

    String create() {
        return "CREATE TABLE " + table + " (id INTEGER NOT NULL PRIMARY KEY, elements VARCHAR(2000) NOT NULL)";
    }

    String insert(int key) {
        return "INSERT INTO " + table + " (id, elements) VALUES (" + key + ", ',')";
    }

    String read(int key) {
        return "SELECT elements FROM " + table + " WHERE id = " + key;
    }

    String append(int key, int element) {
        String text = "'" + element + ",'";
        String joined = isConcatenatedByFunction ? "CONCAT(elements, " + text + ")" : "elements || " + text;
        return "UPDATE " + table + " SET elements = " + joined + " WHERE id = " + key;
    }

    String drop() {
        return "DROP TABLE " + table;
    }

    /** Returns the elements in a text that was read. */
    static Elements elements(String text) {
        return Elements.of(Arrays.stream(text.split(","))
                .filter(part -> !part.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray());
    }
}
