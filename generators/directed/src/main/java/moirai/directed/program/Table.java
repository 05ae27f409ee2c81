package moirai.directed.program;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table: rows are identified by their key, which no statement changes.
 *
 * @param key at least one field
 * @param fields the other fields; may be empty, as a set of keys
 * @param unique lists of fields, of the other ones, that no two rows have equal
 */
public record Table(String name, List<String> key, List<String> fields, List<List<String>> unique) {

    /**
     * Throws IllegalArgumentException for a table without a key, for a field that is named twice, and for unique fields
     * that it does not have.
     */
    public Table {
        key = List.copyOf(key);
        fields = List.copyOf(fields);
        unique = unique.stream().map(List::copyOf).toList();
        if (key.isEmpty()) {
            throw new IllegalArgumentException("table " + name + " has no key; name at least one key field");
        }
        List<String> all = Stream.concat(key.stream(), fields.stream()).toList();
        if (new HashSet<>(all).size() < all.size()) {
            throw new IllegalArgumentException("table " + name + " names a field twice: " + all);
        }
        for (List<String> together : unique) {
            if (together.isEmpty() || !fields.containsAll(together)) {
                throw new IllegalArgumentException(
                        "table " + name + ": no unique fields " + together + "; expected some of " + fields);
            }
        }
    }

    /** Creates a table of which only the key is unique. */
    public Table(String name, List<String> key, List<String> fields) {
        this(name, key, fields, List.of());
    }

    /** Returns the key's fields, then the others. */
    public List<String> allFields() {
        return Stream.concat(key.stream(), fields.stream()).toList();
    }
}
