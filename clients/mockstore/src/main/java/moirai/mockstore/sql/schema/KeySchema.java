package moirai.mockstore.sql.schema;

import java.util.List;

/**
 * A primary key or a unique constraint or index.
 *
 * @param stored the name under which the store keeps its entries: that which it had at first
 * @param columns by number, from 0
 */
public record KeySchema(String name, String stored, List<Integer> columns, boolean primary) {

    public KeySchema {
        columns = List.copyOf(columns);
    }

    public KeySchema(String name, List<Integer> columns, boolean primary) {
        this(name, name, columns, primary);
    }

    KeySchema named(String other) {
        return new KeySchema(other, stored, columns, primary);
    }

    KeySchema storedAs(String other) {
        return new KeySchema(name, other, columns, primary);
    }
}
