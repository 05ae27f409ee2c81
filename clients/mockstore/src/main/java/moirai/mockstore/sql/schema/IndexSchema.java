package moirai.mockstore.sql.schema;

import java.util.List;

/**
 * An index. It changes nothing about what a query returns; a unique one is a constraint as well.
 *
 * @param columns by number
 */
public record IndexSchema(String name, String table, List<Integer> columns, boolean unique) {

    public IndexSchema {
        columns = List.copyOf(columns);
    }
}
