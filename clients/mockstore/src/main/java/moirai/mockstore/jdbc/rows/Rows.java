package moirai.mockstore.jdbc.rows;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import moirai.mockstore.jdbc.facade.Facade;
import moirai.mockstore.jdbc.facade.Refusals;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.ResultColumn;
import org.jspecify.annotations.Nullable;

/** Creates JDBC's objects for rows. */
public final class Rows {

    private Rows() {}

    /**
     * Returns a result set that is before its first row.
     *
     * @param statement that it belongs to; null for the database's metadata
     * @param scrollable whether its cursor may move in both directions
     */
    public static ResultSet resultSet(
            List<ResultColumn> columns, List<List<Object>> rows, boolean scrollable, @Nullable Statement statement) {
        var cursor = new Cursor(columns, rows, scrollable);
        return Facade.of(
                ResultSet.class,
                refusals(statement),
                new NavigationPart(cursor),
                new CellsPart(cursor),
                new TimesPart(cursor),
                new ResultSetPart(cursor, statement));
    }

    /** Returns the metadata of columns. */
    public static ResultSetMetaData metaData(List<ResultColumn> columns, Refusals refusals) {
        return Facade.of(ResultSetMetaData.class, refusals, new ColumnsPart(columns));
    }

    static Refusals refusals(@Nullable Statement statement) {
        return statement == null ? Refusals.UNHEARD : Facade.refusals(statement);
    }

    /** Returns a column, numbered from 1; fails if there is none of this number. */
    static ResultColumn column(List<ResultColumn> columns, int number) throws SQLException {
        if (number < 1 || number > columns.size()) {
            throw SqlErrors.of(
                    SqlErrors.INVALID_PARAMETER, "there is no column " + number + " in a row of " + columns.size());
        }
        return columns.get(number - 1);
    }
}
