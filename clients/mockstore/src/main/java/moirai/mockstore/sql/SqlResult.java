package moirai.mockstore.sql;

import java.util.List;

/**
 * The result of a statement.
 *
 * @param tag as in PostgreSQL's protocol, such as {@code INSERT 0 1}
 * @param columns of the rows; empty if the statement returns no rows
 * @param rows returned by SELECT or RETURNING
 * @param count of rows that it changed, or returned if it is a query; -1 if neither makes sense
 * @param notices for who sent the statement, such as that something did not exist that was to be dropped
 */
public record SqlResult(
        String tag, List<ResultColumn> columns, List<List<Object>> rows, long count, List<String> notices) {

    /** Creates a result without notices. */
    public SqlResult(String tag, List<ResultColumn> columns, List<List<Object>> rows, long count) {
        this(tag, columns, rows, count, List.of());
    }

    public SqlResult {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        notices = List.copyOf(notices);
    }

    /** Returns the result of a definition. */
    static SqlResult defined(String tag, List<String> notices) {
        return new SqlResult(tag, List.of(), List.of(), -1, notices);
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
