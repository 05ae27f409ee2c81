package moirai.mockstore.jdbc.rows;

import java.sql.SQLException;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;

/** The methods of a result set that move its cursor. */
record NavigationPart(Cursor cursor) implements Part {

    private static final String NOT_SCROLLABLE = "24000";

    public boolean next() {
        return cursor.moveTo(cursor.row() + 1L);
    }

    public boolean previous() throws SQLException {
        return scroll(cursor.row() - 1L);
    }

    public boolean first() throws SQLException {
        return scroll(1);
    }

    public boolean last() throws SQLException {
        return scroll(cursor.rowCount());
    }

    public void beforeFirst() throws SQLException {
        scroll(0);
    }

    public void afterLast() throws SQLException {
        scroll(cursor.rowCount() + 1L);
    }

    public boolean absolute(int row) throws SQLException {
        return scroll(row >= 0 ? row : cursor.rowCount() + 1L + row);
    }

    public boolean relative(int rows) throws SQLException {
        return scroll(cursor.row() + (long) rows);
    }

    private boolean scroll(long row) throws SQLException {
        if (!cursor.isScrollable()) {
            throw SqlErrors.of(
                    NOT_SCROLLABLE,
                    "the result set is forward only; create its statement with TYPE_SCROLL_INSENSITIVE");
        }
        return cursor.moveTo(row);
    }

    public int getRow() {
        return cursor.isOnRow() ? cursor.row() : 0;
    }

    public boolean isBeforeFirst() {
        return cursor.row() == 0 && cursor.rowCount() > 0;
    }

    public boolean isFirst() {
        return cursor.row() == 1 && cursor.isOnRow();
    }

    public boolean isLast() {
        return cursor.row() == cursor.rowCount() && cursor.isOnRow();
    }

    public boolean isAfterLast() {
        return cursor.row() > cursor.rowCount() && cursor.rowCount() > 0;
    }
}
