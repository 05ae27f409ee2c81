package moirai.mockstore.jdbc.session;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import moirai.mockstore.jdbc.facade.Facade;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.values.ArrayPart;
import org.jspecify.annotations.Nullable;

/** The methods of a connection that create statements. */
final class ConnectionPart implements Part {

    private final JdbcSession session;
    private @Nullable Connection self;

    ConnectionPart(JdbcSession session) {
        this.session = session;
    }

    /** Sets the connection that this is a part of, after it has been assembled, and returns it. */
    Connection belongsTo(Connection connection) {
        self = connection;
        return connection;
    }

    /** Returns the connection that this is a part of. */
    Connection connection() {
        Connection connection = self;
        if (connection == null) {
            throw new IllegalStateException("a part of no connection");
        }
        return connection;
    }

    private StatementPart statement(int type, int concurrency) throws SQLException {
        boolean scrollable = switch (type) {
            case ResultSet.TYPE_FORWARD_ONLY -> false;
            case ResultSet.TYPE_SCROLL_INSENSITIVE -> true;
            default -> throw SqlErrors.notSupported("a result set of type " + type);
        };
        if (concurrency != ResultSet.CONCUR_READ_ONLY) {
            throw SqlErrors.notSupported("a result set of concurrency " + concurrency);
        }
        return new StatementPart(connection(), session, scrollable);
    }

    /**
     * Creates a statement. A request to close its rows at commit is ignored, because the rows are in memory and a
     * program cannot tell the difference.
     */
    private StatementPart statement(int type, int concurrency, int holdability) throws SQLException {
        SettingsPart.requireHoldability(holdability);
        return statement(type, concurrency);
    }

    private static Statement text(StatementPart statement) {
        var batch = new Batch(statement);
        return statement.belongsTo(Facade.of(
                Statement.class, statement.session().refusals(), statement, new TextPart(statement, batch), batch));
    }

    private static PreparedStatement prepared(StatementPart statement, String sql, GeneratedKeys keys) {
        var parameters = new ParameterValues();
        var batch = new Batch(statement);
        return statement.belongsTo(Facade.of(
                PreparedStatement.class,
                statement.session().refusals(),
                statement,
                new PreparedPart(statement, parameters, batch, sql, keys),
                new ParametersPart(parameters),
                batch));
    }

    public Statement createStatement() throws SQLException {
        return createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    public Statement createStatement(int type, int concurrency) throws SQLException {
        return text(statement(type, concurrency));
    }

    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        return text(statement(type, concurrency, holdability));
    }

    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        return prepared(statement(type, concurrency), sql, GeneratedKeys.none());
    }

    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        return prepared(statement(type, concurrency, holdability), sql, GeneratedKeys.none());
    }

    public PreparedStatement prepareStatement(String sql, Object keys) throws SQLException {
        return prepared(
                statement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY), sql, GeneratedKeys.of(keys));
    }

    public Array createArrayOf(String typeName, @Nullable Object @Nullable [] elements) throws SQLException {
        return ArrayPart.of(typeName, elements, session.refusals());
    }

    /** Returns the statement unchanged, because the store understands it as given. */
    public String nativeSQL(String sql) {
        return sql;
    }
}
