package moirai.mockstore.jdbc.rows;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.values.SqlToJava;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.types.SqlNull;
import org.jspecify.annotations.Nullable;

/** Rows and a position in them, shared by the parts of a result set. */
final class Cursor {

    private static final String NO_COLUMN = "42703";
    private static final String NO_ROW = "24000";

    private final List<ResultColumn> columns;
    private final List<List<Object>> rows;
    private final boolean scrollable;

    /** The number of the current row, from 1; 0 before the first row, and the row count plus one after the last. */
    private int row;

    private boolean wasNull;
    private boolean closed;

    Cursor(List<ResultColumn> columns, List<List<Object>> rows, boolean scrollable) {
        this.columns = columns;
        this.rows = rows;
        this.scrollable = scrollable;
    }

    List<ResultColumn> columns() {
        return columns;
    }

    int rowCount() {
        return rows.size();
    }

    boolean isScrollable() {
        return scrollable;
    }

    int row() {
        return row;
    }

    /** Moves to a row, or before the first or after the last row if there is no such row; returns whether there is. */
    boolean moveTo(long wanted) {
        row = (int) Math.clamp(wanted, 0, rows.size() + 1L);
        return isOnRow();
    }

    boolean isOnRow() {
        return row >= 1 && row <= rows.size();
    }

    /** Returns the description of a column, numbered from 1. */
    ResultColumn column(int number) throws SQLException {
        return Rows.column(columns, number);
    }

    /** Returns the value in a column, numbered from 1, of the current row; remembers whether it is null. */
    Object cell(int number) throws SQLException {
        column(number);
        if (!isOnRow()) {
            throw SqlErrors.of(NO_ROW, row == 0 ? "before the first row: call next() first" : "there are no more rows");
        }
        Object value = rows.get(row - 1).get(number - 1);
        wasNull = value == SqlNull.NULL;
        return value;
    }

    /** Returns the value as an instance of a class. */
    @Nullable
    Object cell(int number, Class<?> wanted) throws SQLException {
        Object value = cell(number);
        return SqlToJava.as(wanted, column(number).type(), value);
    }

    boolean wasNull() {
        return wasNull;
    }

    /** Returns the number, from 1, of the first column with this label, in any case. */
    int columnOf(String label) throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).label().equalsIgnoreCase(label)) {
                return i + 1;
            }
        }
        throw SqlErrors.of(
                NO_COLUMN,
                "there is no column '" + label + "'; there are "
                        + columns.stream().map(ResultColumn::label).collect(Collectors.joining(", ")));
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }
}
