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
 */
public final class Labels {

    /** The labels of a history whose keys and values are all numbers. */
    public static final Labels NONE = new Labels(Map.of(), Map.of());

    private final SortedMap<Long, String> keys;
    private final SortedMap<Long, String> values;

    private Labels(Map<Long, String> keys, Map<Long, String> values) {
        this.keys = Collections.unmodifiableSortedMap(new TreeMap<>(keys));
        this.values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /**
     * Returns labels by the numbers that stand for them, as EDN: {@code :x}, {@code "x"}, {@code [1 2]}.
     *
     * @param keys by the key's name in the columns, see {@link History#keyName}
     * @param values by the element or value in the columns
     */
    public static Labels of(Map<Long, String> keys, Map<Long, String> values) {
        return keys.isEmpty() && values.isEmpty() ? NONE : new Labels(keys, values);
    }

    /** Returns the labels of keys, by ascending number. */
    public SortedMap<Long, String> keys() {
        return keys;
    }

    /** Returns the labels of elements and values, by ascending number. */
    public SortedMap<Long, String> values() {
        return values;
    }

    /** Returns the label of the key with this name, or the number in decimal. */
    public String key(long name) {
        return keys.isEmpty() ? Long.toString(name) : keys.getOrDefault(name, Long.toString(name));
    }

    /** Returns the label of this element or value, or the number in decimal. */
    public String value(long value) {
        return values.isEmpty() ? Long.toString(value) : values.getOrDefault(value, Long.toString(value));
    }

    public boolean isEmpty() {
        return keys.isEmpty() && values.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Labels that && keys.equals(that.keys) && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return 31 * keys.hashCode() + values.hashCode();
    }

    @Override
    public String toString() {
        return "keys " + keys + ", values " + values;
    }
}
