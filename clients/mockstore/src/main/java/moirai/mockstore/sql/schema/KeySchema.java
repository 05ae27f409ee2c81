package moirai.mockstore.sql.schema;

import java.util.List;

/**
 * A primary key or a unique constraint or index.
 *
 * @param columns by number, from 0
 */
public record KeySchema(String name, List<Integer> columns, boolean primary) {

    public KeySchema {
        columns = List.copyOf(columns);
    }
}
