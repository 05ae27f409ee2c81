package moirai.mockstore.sql.syntax;

import moirai.mockstore.StoreException;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.Token;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.Statement;

/** Parses statements and expressions, in the thread of the caller. */
public final class Parser {

    private static final int MESSAGE_LENGTH_MAX = 300;

    private Parser() {}

    /**
     * Returns the syntax tree of a statement.
     *
     * @throws StoreException if the text is no statement (SQLSTATE 42601)
     */
    public static Statement statement(String sql) {
        try {
            Statement statement = parser(sql).Statement();
            if (statement == null) {
                throw new StoreException("42601", "syntax error: no statement in \"" + sql + "\"");
            }
            return statement;
        } catch (ParseException | TokenMgrException problem) {
            throw syntaxError(sql, problem);
        }
    }

    /**
     * Returns the syntax tree of a condition.
     *
     * @throws StoreException if the text is no condition (SQLSTATE 42601)
     */
    public static Expression expression(String sql) {
        try {
            return CCJSqlParserUtil.parseCondExpression(sql);
        } catch (JSQLParserException problem) {
            throw syntaxError(sql, problem);
        }
    }

    private static CCJSqlParser parser(String sql) throws ParseException {
        CCJSqlParser parser = new CCJSqlParser(sql).withAllowComplexParsing(true);
        parser.token_source = new NameTokens(sql);
        return parser;
    }

    private static StoreException syntaxError(String sql, Throwable problem) {
        if (problem instanceof ParseException unexpected && unexpected.currentToken != null) {
            return new StoreException("42601", "syntax error " + place(unexpected.currentToken) + " in: " + sql);
        }
        String message = String.valueOf(problem.getMessage());
        String first = message.lines().findFirst().orElse(message);
        String shown = first.length() > MESSAGE_LENGTH_MAX ? first.substring(0, MESSAGE_LENGTH_MAX) : first;
        return new StoreException("42601", "syntax error: " + shown + " in: " + sql);
    }

    /** Returns the place of a syntax error in PostgreSQL's words, because the parser's own describe its automaton. */
    private static String place(Token last) {
        Token unexpected = last.next == null ? last : last.next;
        return unexpected.kind == CCJSqlParserConstants.EOF ? "at end of input" : "at or near \"" + unexpected + "\"";
    }
}
