package moirai.mockstore.sql.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A primary key or a unique constraint or index.
 *
 * @param stored the name under which the store keeps its entries: that which it had at first
 * @param columns by number, from 0; all those that it depends on
 * @param form of a unique index on expressions, or of some rows; null if it is of the columns in all rows
 */
public record KeySchema(
        String name,
        String stored,
        List<Integer> columns,
        boolean primary,
        @Nullable KeyForm form) {

    public KeySchema {
        columns = List.copyOf(columns);
    }

    public KeySchema(String name, List<Integer> columns, boolean primary) {
        this(name, name, columns, primary, null);
    }

    /** Creates a unique index on expressions, or of some rows. */
    public KeySchema(String name, List<Integer> columns, KeyForm form) {
        this(name, name, columns, false, form);
    }

    KeySchema named(String other) {
        return new KeySchema(other, stored, columns, primary, form);
    }

    KeySchema renamed(String column, String renamed) {
        return form == null ? this : new KeySchema(name, stored, columns, primary, form.renamed(column, renamed));
    }

    KeySchema storedAs(String other) {
        return new KeySchema(name, other, columns, primary, form);
    }
}
