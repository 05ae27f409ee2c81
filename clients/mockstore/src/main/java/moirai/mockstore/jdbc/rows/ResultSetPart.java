package moirai.mockstore.jdbc.rows;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import moirai.mockstore.jdbc.facade.Also;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;
import org.jspecify.annotations.Nullable;

/** The properties of a result set. */
final class ResultSetPart implements Part {

    private final Cursor cursor;
    private final @Nullable Statement statement;
    private int fetchSize;

    ResultSetPart(Cursor cursor, @Nullable Statement statement) {
        this.cursor = cursor;
        this.statement = statement;
    }

    @Override
    public void permit(Method method) throws SQLException {
        boolean always = method.getName().equals("close") || method.getName().equals("isClosed");
        if (cursor.isClosed() && !always) {
            throw SqlErrors.of(SqlErrors.WRONG_STATE, "the result set is closed");
        }
    }

    public int findColumn(String label) throws SQLException {
        return cursor.columnOf(label);
    }

    public void close() throws SQLException {
        if (cursor.isClosed()) {
            return;
        }
        cursor.close();
        if (statement != null && !statement.isClosed() && statement.isCloseOnCompletion()) {
            statement.close();
        }
    }

    public boolean isClosed() {
        return cursor.isClosed();
    }

    public @Nullable Statement getStatement() {
        return statement;
    }

    public ResultSetMetaData getMetaData() {
        return Rows.metaData(cursor.columns(), Rows.refusals(statement));
    }

    public int getType() {
        return cursor.isScrollable() ? ResultSet.TYPE_SCROLL_INSENSITIVE : ResultSet.TYPE_FORWARD_ONLY;
    }

    public int getConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    /** Returns that rows outlive a commit, because they are in memory. */
    public int getHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    /** Ignores the hint, which rows in memory do not need. */
    public void setFetchDirection(int direction) {}

    public int getFetchSize() {
        return fetchSize;
    }

    /** Ignores the hint, which rows in memory do not need. */
    public void setFetchSize(int rows) {
        fetchSize = rows;
    }

    public @Nullable SQLWarning getWarnings() {
        return null;
    }

    /** Does nothing, because there are no warnings. */
    public void clearWarnings() {}

    @Also("rowInserted rowDeleted")
    public boolean rowUpdated() {
        return false;
    }
}
