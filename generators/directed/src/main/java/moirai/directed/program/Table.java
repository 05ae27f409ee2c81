package moirai.directed.program;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table: rows are identified by their key, which no statement changes.
 *
 * @param key at least one field
 * @param fields the other fields; may be empty, as a set of keys
 */
public record Table(String name, List<String> key, List<String> fields) {

    /** Throws IllegalArgumentException for a table without a key, and for a field that is named twice. */
    public Table {
        key = List.copyOf(key);
        fields = List.copyOf(fields);
        if (key.isEmpty()) {
            throw new IllegalArgumentException("table " + name + " has no key; name at least one key field");
        }
        List<String> all = Stream.concat(key.stream(), fields.stream()).toList();
        if (new HashSet<>(all).size() < all.size()) {
            throw new IllegalArgumentException("table " + name + " names a field twice: " + all);
        }
    }

    /** Returns the key's fields, then the others. */
    public List<String> allFields() {
        return Stream.concat(key.stream(), fields.stream()).toList();
    }
}
