package moirai.mockstore.sql.expression;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.compile.ExpressionCompiler;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.TextFormat;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.select.PlainSelect;

/** The outcome of evaluating an expression: a type and a text, or an SQLSTATE. */
record Outcome(String type, String text) {

    /** Returns the outcome in the store, which may refuse an expression that PostgreSQL accepts. */
    static Outcome ofStore(String sql) {
        try {
            SqlExpression compiled = Coercion.output(ExpressionCompiler.compile(parse(sql), new SampleRow()));
            Object value = compiled.evaluate(new SampleRow.NoRow());
            String text = value == SqlNull.NULL ? "NULL" : TextFormat.write(value, compiled.type());
            return new Outcome(compiled.type().pgName(), text);
        } catch (StoreException e) {
            return new Outcome("error", e.sqlState());
        } catch (JSQLParserException e) {
            return new Outcome("error", "0A000");
        }
    }

    private static Expression parse(String sql) throws JSQLParserException {
        var select = (PlainSelect) CCJSqlParserUtil.parse("SELECT " + sql + " FROM one_row");
        return select.getSelectItems().get(0).getExpression();
    }

    static Outcome ofPostgres(String sql, Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT " + sql + " FROM one_row")) {
            rows.next();
            String text = rows.getString(1);
            return new Outcome(rows.getMetaData().getColumnTypeName(1), text == null ? "NULL" : text);
        } catch (SQLException e) {
            return new Outcome("error", e.getSQLState());
        }
    }

    /** Returns whether the store said that it does not support the expression. */
    boolean isRefusal() {
        return equals(new Outcome("error", "0A000"));
    }
}
