package moirai.mockstore.sql.schema;

import java.util.List;
import moirai.mockstore.sql.expression.SqlExpression;

/**
 * A condition on each row of a table that must not be false.
 *
 * @param condition over source 0, the row
 * @param columns that the condition reads, by number
 */
public record CheckSchema(String name, SqlExpression condition, List<Integer> columns, String text) {

    public CheckSchema {
        columns = List.copyOf(columns);
    }
}
