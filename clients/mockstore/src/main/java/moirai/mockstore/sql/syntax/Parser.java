package moirai.mockstore.sql.syntax;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.Token;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.Statement;

/** Parses statements and expressions, in the thread of the caller. */
public final class Parser {

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    private static final int MESSAGE_LENGTH_MAX = 300;

    private static final Pattern HAS_OTHER_WORDS =
            Pattern.compile("\\s*(?:CREATE|ALTER)\\b.*\\b(?:DEFERRABLE|INITIALLY|DATA\\s+TYPE|ARRAY)\\b.*", FLAGS);

    private static final Pattern ALTERS_TABLE = Pattern.compile("\\s*ALTER\\s+TABLE\\b.*", FLAGS);

    private static final Pattern RENAMED = Pattern.compile(
            "\\bRENAME\\s+(?:COLUMN\\s+)?(?!(?:TO|COLUMN|CONSTRAINT)\\b)(?<old>" + Identifiers.WRITTEN
                    + ")\\s+TO\\s+(?<new>" + Identifiers.WRITTEN + ")",
            FLAGS);

    private static final Pattern DROPPED = Pattern.compile(
            "(?<drop>\\bDROP\\s+COLUMN\\s+(?:IF\\s+EXISTS\\s+)?)(?!IF\\b)(?<name>" + Identifiers.WRITTEN + ")", FLAGS);

    private static final Pattern OTHER_WORDS = Pattern.compile(
            "(?<other>'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\")"
                    + "|(?<array>\\sARRAY\\b(?!\\s*\\[))"
                    + "|(?<type>\\sSET\\s+DATA\\s+TYPE\\b)"
                    + "|(?<later>\\s(?:DEFERRABLE\\s+)?INITIALLY\\s+DEFERRED\\b(?:\\s+DEFERRABLE\\b)?)"
                    + "|(?<never>\\s(?:NOT\\s+DEFERRABLE\\b(?:\\s+INITIALLY\\s+IMMEDIATE\\b)?))"
                    + "|(?<maybe>\\s(?:DEFERRABLE|INITIALLY)\\b)",
            FLAGS);

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
        } catch (StoreException refused) {
            throw refused;
        } catch (RuntimeException problem) {
            // The objects of the syntax tree refuse some names that the grammar allows.
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

    /** Returns an expression without the parentheses around it. */
    public static Expression withoutParentheses(Expression written) {
        Expression inner = written;
        while (inner instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            inner = list.get(0);
        }
        return inner;
    }

    /**
     * Returns a definition in the words that the grammar knows: TYPE for SET DATA TYPE, [] for ARRAY, and DEFERRABLE
     * for constraints that are checked when the transaction commits.
     *
     * @throws StoreException if a constraint is to be checked at once until it is told otherwise (SQLSTATE 0A000)
     */
    private static String inKnownWords(String sql) {
        return OTHER_WORDS.matcher(sql).replaceAll(found -> {
            if (found.group("other") != null) {
                return Matcher.quoteReplacement(found.group());
            } else if (found.group("array") != null) {
                return "[]";
            } else if (found.group("type") != null) {
                return " TYPE";
            } else if (found.group("later") != null) {
                return " DEFERRABLE";
            } else if (found.group("never") != null) {
                return "";
            }
            throw Unsupported.refuse("a constraint that is DEFERRABLE and not INITIALLY DEFERRED, in: " + sql);
        });
    }

    /** Quotes the columns that are renamed or dropped, since the grammar takes many names for other words there. */
    private static String withQuotedColumns(String sql) {
        String renamed = RENAMED.matcher(sql)
                .replaceAll(found -> Matcher.quoteReplacement(
                        "RENAME COLUMN " + quoted(found.group("old")) + " TO " + quoted(found.group("new"))));
        return DROPPED.matcher(renamed)
                .replaceAll(found -> Matcher.quoteReplacement(found.group("drop") + quoted(found.group("name"))));
    }

    private static String quoted(String written) {
        return Identifiers.literal(Identifiers.of(written));
    }

    private static CCJSqlParser parser(String text) throws ParseException {
        String written = ALTERS_TABLE.matcher(text).matches() ? withQuotedColumns(text) : text;
        String sql = HAS_OTHER_WORDS.matcher(written).find() ? inKnownWords(written) : written;
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
