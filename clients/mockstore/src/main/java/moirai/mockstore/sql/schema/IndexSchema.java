package moirai.mockstore.sql.schema;

import java.util.List;

/**
 * An index. It has no effect on what a query returns; a unique index is a constraint as well.
 *
 * @param columns by number
 */
public record IndexSchema(String name, String table, List<Integer> columns, boolean unique) {

    public IndexSchema {
        columns = List.copyOf(columns);
    }
}
