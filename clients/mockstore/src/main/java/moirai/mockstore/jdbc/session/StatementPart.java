package moirai.mockstore.jdbc.session;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.rows.Rows;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.SqlResult;
import org.jspecify.annotations.Nullable;

/** The methods that all statements have: the results of the last execution, and options. */
final class StatementPart implements Part {

    private final Connection connection;
    private final JdbcSession session;
    private final boolean scrollable;
    private @Nullable Statement self;

    private List<Answer> answers = List.of();
    private int current;
    private @Nullable ResultSet rows;
    private List<SqlResult> keys = List.of();

    private long rowCountMax;
    private int fetchSize;
    private int timeoutSeconds;
    private boolean poolable;
    private boolean closesOnCompletion;
    private boolean closed;

    StatementPart(Connection connection, JdbcSession session, boolean scrollable) {
        this.connection = connection;
        this.session = session;
        this.scrollable = scrollable;
    }

    /** Sets the statement that this is a part of, after it has been assembled, and returns it. */
    <T extends Statement> T belongsTo(T statement) {
        self = statement;
        return statement;
    }

    @Override
    public void permit(Method method) throws SQLException {
        switch (method.getName()) {
            case "close", "isClosed" -> {}
            default -> {
                session.requireOpen();
                if (closed) {
                    throw SqlErrors.of(SqlErrors.WRONG_STATE, "the statement is closed");
                }
            }
        }
    }

    JdbcSession session() {
        return session;
    }

    /** Forgets the results of the previous execution. */
    void start() throws SQLException {
        answers = List.of();
        keys = List.of();
        current = 0;
        closeRows();
    }

    /** Sets the results of an execution; the first becomes the current one. */
    void finish(List<Answer> results) {
        answers = List.copyOf(results);
        keepKeys(results);
    }

    /** Keeps only the generated keys of an execution's results. */
    void keepKeys(List<Answer> results) {
        keys = results.stream()
                .filter(answer -> answer.keys() && answer.result().returnsRows())
                .map(Answer::result)
                .toList();
    }

    private void closeRows() throws SQLException {
        ResultSet last = rows;
        rows = null;
        if (last != null) {
            last.close();
        }
    }

    boolean isRows() {
        return current < answers.size() && answers.get(current).isRows();
    }

    /** Returns the rows of the current result; fails if it has none. */
    ResultSet requireRows() throws SQLException {
        ResultSet found = getResultSet();
        if (found == null) {
            throw SqlErrors.of("02000", "the statement returned no rows; execute it with executeUpdate or execute");
        }
        return found;
    }

    /** Returns the count of the current result; fails if it has rows. */
    long requireCount() throws SQLException {
        if (isRows()) {
            throw SqlErrors.of("0100E", "the statement returned rows; execute it with executeQuery or execute");
        }
        return Math.max(0, getLargeUpdateCount());
    }

    public @Nullable ResultSet getResultSet() {
        if (rows == null && isRows()) {
            SqlResult result = answers.get(current).result();
            rows = Rows.resultSet(result.columns(), limited(result.rows()), scrollable, self);
        }
        return rows;
    }

    private List<List<Object>> limited(List<List<Object>> all) {
        return rowCountMax == 0 || all.size() <= rowCountMax ? all : all.subList(0, (int) rowCountMax);
    }

    public int getUpdateCount() {
        return (int) getLargeUpdateCount();
    }

    public long getLargeUpdateCount() {
        return current >= answers.size() || isRows() ? -1 : answers.get(current).updateCount();
    }

    public boolean getMoreResults() throws SQLException {
        return getMoreResults(Statement.CLOSE_CURRENT_RESULT);
    }

    public boolean getMoreResults(int what) throws SQLException {
        if (what == Statement.KEEP_CURRENT_RESULT) {
            rows = null;
        }
        closeRows();
        current = Math.min(current + 1, answers.size());
        return isRows();
    }

    public ResultSet getGeneratedKeys() {
        var all = new ArrayList<List<Object>>();
        keys.forEach(result -> all.addAll(result.rows()));
        List<ResultColumn> columns = keys.isEmpty() ? List.of() : keys.get(0).columns();
        return Rows.resultSet(columns, all, scrollable, self);
    }

    public Connection getConnection() {
        return connection;
    }

    public void close() throws SQLException {
        closed = true;
        start();
    }

    public boolean isClosed() {
        return closed || session.isClosed();
    }

    public void closeOnCompletion() {
        closesOnCompletion = true;
    }

    public boolean isCloseOnCompletion() {
        return closesOnCompletion;
    }

    public int getMaxRows() {
        return (int) rowCountMax;
    }

    public void setMaxRows(int rowCount) throws SQLException {
        setLargeMaxRows(rowCount);
    }

    public long getLargeMaxRows() {
        return rowCountMax;
    }

    public void setLargeMaxRows(long rowCount) throws SQLException {
        rowCountMax = atLeastZero("the number of rows", rowCount);
    }

    public int getFetchSize() {
        return fetchSize;
    }

    /** Ignores the hint, which rows in memory do not need. */
    public void setFetchSize(int rowCount) throws SQLException {
        fetchSize = (int) atLeastZero("the fetch size", rowCount);
    }

    public int getQueryTimeout() {
        return timeoutSeconds;
    }

    /**
     * Accepts the timeout, because pools and frameworks set it, but nothing in the store takes time that it could end.
     */
    public void setQueryTimeout(int seconds) throws SQLException {
        timeoutSeconds = (int) atLeastZero("the timeout", seconds);
    }

    private static long atLeastZero(String what, long value) throws SQLException {
        if (value < 0) {
            throw SqlErrors.of(SqlErrors.INVALID_PARAMETER, what + " must be at least 0, not " + value);
        }
        return value;
    }

    public int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    /** Ignores the hint, which rows in memory do not need. */
    public void setFetchDirection(int direction) {}

    public int getMaxFieldSize() {
        return 0;
    }

    public int getResultSetType() {
        return scrollable ? ResultSet.TYPE_SCROLL_INSENSITIVE : ResultSet.TYPE_FORWARD_ONLY;
    }

    public int getResultSetConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    public int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public boolean isPoolable() {
        return poolable;
    }

    public void setPoolable(boolean wanted) {
        poolable = wanted;
    }

    /** Does nothing, because the parser has no escapes to switch off. */
    public void setEscapeProcessing(boolean wanted) {}

    public @Nullable SQLWarning getWarnings() {
        return null;
    }

    /** Does nothing, because there are no warnings. */
    public void clearWarnings() {}
}
