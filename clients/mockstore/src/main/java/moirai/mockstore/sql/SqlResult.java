package moirai.mockstore.sql;

import java.util.List;

/**
 * What a statement did.
 *
 * @param tag as PostgreSQL's protocol has it, such as {@code INSERT 0 1}
 * @param columns of the rows; empty if the statement returns no rows
 * @param rows that it returned, by SELECT or RETURNING
 * @param count of rows that it changed, or returned if it is a query; -1 if neither makes sense
 */
public record SqlResult(String tag, List<ResultColumn> columns, List<List<Object>> rows, long count) {

    public SqlResult {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Whether there are rows, be it none: else {@link #count} matters. */
    public boolean returnsRows() {
        return !columns.isEmpty();
    }
}
