package moirai.mockstore.sql.schema;

import java.util.List;
import moirai.mockstore.sql.expression.SqlExpression;
import org.jspecify.annotations.Nullable;

/**
 * The values that a unique index has for a row, and the rows that it has values for.
 *
 * @param values over the columns of the row
 * @param texts of the values, as a message names them
 * @param condition that rows of the index satisfy; null if all rows are in it
 * @param conditionText empty if there is no condition
 */
public record KeyForm(
        List<SqlExpression> values,
        List<String> texts,
        @Nullable SqlExpression condition,
        String conditionText) {

    public KeyForm {
        values = List.copyOf(values);
        texts = List.copyOf(texts);
    }
}
