package moirai.mockstore.sql.plan;

import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.SqlType;

/**
 * A column that a query returns.
 *
 * @param label the alias, or the name
 * @param table from which it comes; empty for an expression
 * @param column its name in the table; empty for an expression
 */
public record Output(String label, ColumnType type, String table, String column) {

    /** Returns a column for a computed value. */
    public static Output computed(String label, SqlType type) {
        return new Output(label, ColumnType.of(type), "", "");
    }

    /** Returns this column with another label. */
    public Output labelled(String other) {
        return new Output(other, type, table, column);
    }
}
