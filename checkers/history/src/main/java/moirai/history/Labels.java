package moirai.history;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The source's names for keys and values that are no numbers of the size that the columns hold.
 *
 * <p>The columns hold a number for each of them, which is only a stand-in: the label is the name. The name of a key or
 * value without a label is its number. Elements of lists share the values' table with values of registers, because one
 * history has one of both.
 *
 * @param keys labels by the key's name in the columns, see {@link History#keyName}
 * @param values labels by the element or value in the columns
 */
public record Labels(SortedMap<Long, String> keys, SortedMap<Long, String> values) {

    /** The labels of a history whose keys and values are all numbers. */
    public static final Labels NONE = new Labels(Collections.emptySortedMap(), Collections.emptySortedMap());

    public Labels {
        keys = Collections.unmodifiableSortedMap(new TreeMap<>(keys));
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** Returns labels by the numbers that stand for them, as EDN: {@code :x}, {@code "x"}, {@code [1 2]}. */
    public static Labels of(Map<Long, String> keys, Map<Long, String> values) {
        return keys.isEmpty() && values.isEmpty() ? NONE : new Labels(new TreeMap<>(keys), new TreeMap<>(values));
    }

    /** Returns the label of the key with this name, or the number in decimal. */
    public String key(long name) {
        return keys.isEmpty() ? Long.toString(name) : keys.getOrDefault(name, Long.toString(name));
    }

    /** Returns the label of this element or value, or the number in decimal. */
    public String value(long value) {
        return values.isEmpty() ? Long.toString(value) : values.getOrDefault(value, Long.toString(value));
    }

    /** Returns these labels and the others; of two for one number the other. */
    public Labels and(Labels other) {
        if (other.isEmpty()) {
            return this;
        }
        var allKeys = new TreeMap<Long, String>(keys);
        allKeys.putAll(other.keys);
        var allValues = new TreeMap<Long, String>(values);
        allValues.putAll(other.values);
        return new Labels(allKeys, allValues);
    }

    public boolean isEmpty() {
        return keys.isEmpty() && values.isEmpty();
    }
}
