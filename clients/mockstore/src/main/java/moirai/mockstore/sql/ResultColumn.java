package moirai.mockstore.sql;

import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result.
 *
 * @param label the alias, or the name
 * @param table from which it comes; empty for an expression
 * @param column its name in the table; empty for an expression
 * @param precision of numbers, length of strings; 0 if unlimited
 * @param scale of numbers
 * @param tableNumber PostgreSQL's number of the table; 0 if there is none
 * @param columnNumber its number in the table, from 1; 0 for an expression
 * @param foreign the type that the texts are of, if the store does not have it; else null
 */
public record ResultColumn(
        String label,
        SqlType type,
        String table,
        String column,
        int precision,
        int scale,
        int tableNumber,
        int columnNumber,
        @Nullable ForeignType foreign) {

    public ResultColumn(String label, SqlType type, String table, String column, int precision, int scale) {
        this(label, type, table, column, precision, scale, 0, 0, null);
    }

    /** Returns a column of texts that comes from no table. */
    public static ResultColumn text(String label) {
        return new ResultColumn(label, SqlType.TEXT, "", "", 0, 0);
    }
}
