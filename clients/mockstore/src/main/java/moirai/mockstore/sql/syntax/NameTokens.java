package moirai.mockstore.sql.syntax;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.CCJSqlParserTokenManager;
import net.sf.jsqlparser.parser.SimpleCharStream;
import net.sf.jsqlparser.parser.StringProvider;
import net.sf.jsqlparser.parser.Token;

/**
 * The tokens of a statement, with columns that have the name of a type told from types.
 *
 * <p>The parser takes NUMBER, UUID, BLOB and others for types wherever they stand, and so does not understand {@code
 * WHERE uuid = ?}, which PostgreSQL does. A word is taken for a name here where an expression begins, unless a literal
 * of the type or a call follows.
 */
final class NameTokens extends CCJSqlParserTokenManager {

    /** The tokens after which an expression begins, and no type. */
    private static final Set<String> BEFORE_EXPRESSIONS = Set.of(
            "(",
            ",",
            "=",
            "<",
            ">",
            "<=",
            ">=",
            "<>",
            "!=",
            "+",
            "-",
            "*",
            "/",
            "%",
            "||",
            "WHERE",
            "AND",
            "OR",
            "NOT",
            "SELECT",
            "DISTINCT",
            "BY",
            "SET",
            "ON",
            "WHEN",
            "THEN",
            "ELSE",
            "CASE",
            "HAVING",
            "RETURNING",
            "BETWEEN",
            "IN",
            "LIKE");

    /** The words that the grammar reserves, or takes for something else, and PostgreSQL does not. */
    private static final Set<String> NAMES = Set.of(
            "ABSENT",
            "CSV",
            "CURRENT",
            "EXCLUDE",
            "FINAL",
            "FORCE",
            "IF",
            "IGNORE",
            "IMPORT",
            "MINUS",
            "PIVOT",
            "PREWHERE",
            "PRIOR",
            "QUALIFY",
            "RETURNS",
            "SAMPLE",
            "SETTINGS",
            "STATEMENT",
            "TOP",
            "UNBOUNDED",
            "UNKNOWN",
            "UNPIVOT",
            "USE",
            "VALUE");

    /** The tokens after which a name stands, besides those before expressions. */
    private static final Set<String> BEFORE_NAMES =
            Set.of(".", "AS", "COLUMN", "EXISTS", "FROM", "INTO", "JOIN", "TABLE", "UPDATE");

    /** The words that make one of {@link #NAMES} a part of the language. */
    private static final Pattern AFTER_KEYWORDS =
            Pattern.compile("^(?:ROW|PRECEDING|FOLLOWING|EXISTS|NOT)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final String sql;
    private String previous = "";

    NameTokens(String sql) {
        super(new SimpleCharStream(new StringProvider(sql)));
        this.sql = sql;
    }

    @Override
    public Token getNextToken() {
        Token token = super.getNextToken();
        if (token.kind == CCJSqlParserConstants.DATA_TYPE
                && BEFORE_EXPRESSIONS.contains(previous)
                && !beginsType(token)) {
            token.kind = CCJSqlParserConstants.S_IDENTIFIER;
        }
        if (NAMES.contains(token.image.toUpperCase(Locale.ROOT))
                && (BEFORE_EXPRESSIONS.contains(previous) || BEFORE_NAMES.contains(previous))
                && !AFTER_KEYWORDS.matcher(rest(token)).matches()) {
            token.kind = CCJSqlParserConstants.S_IDENTIFIER;
        }
        previous = token.image.toUpperCase(Locale.ROOT);
        return token;
    }

    private String rest(Token token) {
        return sql.substring(Math.min(token.absoluteEnd, sql.length())).stripLeading();
    }

    /** Returns whether a literal of the type, a call, or the second word of the type's name follows. */
    private boolean beginsType(Token token) {
        String rest = rest(token);
        return rest.startsWith("'")
                || rest.startsWith("(")
                || rest.regionMatches(true, 0, "precision", 0, "precision".length());
    }
}
