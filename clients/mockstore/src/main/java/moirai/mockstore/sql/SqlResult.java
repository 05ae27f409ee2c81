package moirai.mockstore.sql;

import java.util.List;

/**
 * The result of a statement.
 *
 * @param tag as in PostgreSQL's protocol, such as {@code INSERT 0 1}
 * @param columns of the rows; empty if the statement returns no rows
 * @param rows returned by SELECT or RETURNING
 * @param count of rows that it changed, or returned if it is a query; -1 if neither makes sense
 */
public record SqlResult(String tag, List<ResultColumn> columns, List<List<Object>> rows, long count) {

    public SqlResult {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Returns the result of a statement that returns no rows. */
    public static SqlResult done(String tag) {
        return new SqlResult(tag, List.of(), List.of(), -1);
    }

    /**
     * Returns whether the statement is one that returns rows, even if it returned none; for others {@link #count}
     * matters.
     */
    public boolean returnsRows() {
        return !columns.isEmpty();
    }
}
