package moirai.mockstore.sql.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
import net.sf.jsqlparser.util.TablesNamesFinder;

/** Parses statements and expressions, in the thread of the caller. */
public final class Parser {

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    private static final int MESSAGE_LENGTH_MAX = 300;

    private static final Pattern HAS_OTHER_WORDS =
            Pattern.compile("\\s*(?:CREATE|ALTER)\\b.*\\b(?:DEFERRABLE|INITIALLY|DATA\\s+TYPE|ARRAY)\\b.*", FLAGS);

    private static final Pattern ALTERS_TABLE = Pattern.compile("\\s*ALTER\\s+TABLE\\b.*", FLAGS);

    /** The beginning of the definition of a temporary table with a word that means nothing. */
    private static final Pattern WHOSE =
            Pattern.compile("^(\\s*CREATE\\s+)(?:LOCAL|GLOBAL)\\s+(?=TEMP(?:ORARY)?\\b)", FLAGS);

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
     * Returns the tables that a statement names, as they are written.
     *
     * @throws StoreException if the text is no statement that is understood (SQLSTATE 42601, 0A000)
     */
    public static Set<String> tables(String sql) {
        try {
            return new TablesNamesFinder<Void>().getTables(statement(sql));
        } catch (UnsupportedOperationException problem) {
            throw Unsupported.refuse("the statement " + sql);
        }
    }

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
        var quoted = new StringBuilder();
        var lexer = new Lexer(sql);
        var before = new ArrayList<String>();
        int copied = 0;
        for (Optional<String> next = lexer.next(); next.isPresent(); next = lexer.next()) {
            String word = next.get();
            if (isColumn(before, word)) {
                quoted.append(sql, copied, lexer.position() - word.length())
                        .append(Identifiers.literal(Identifiers.of(word)));
                copied = lexer.position();
            }
            before.add(word.toUpperCase(Locale.ROOT));
        }
        return quoted.append(sql, copied, sql.length()).toString();
    }

    /** Returns whether a word of ALTER TABLE is a column that is renamed or dropped, or the new name of one. */
    private static boolean isColumn(List<String> before, String word) {
        if (!Character.isLetter(word.charAt(0)) && word.charAt(0) != '_') {
            return false;
        }
        String upper = word.toUpperCase(Locale.ROOT);
        return endsWith(before, "RENAME", "COLUMN")
                || (endsWith(before, "DROP", "COLUMN") && !upper.equals("IF"))
                || endsWith(before, "DROP", "COLUMN", "IF", "EXISTS")
                || (endsWith(before, "TO")
                        && before.size() > 3
                        && endsWith(before.subList(0, before.size() - 2), "RENAME", "COLUMN"));
    }

    private static boolean endsWith(List<String> words, String... end) {
        int from = words.size() - end.length;
        return from >= 0 && words.subList(from, words.size()).equals(List.of(end));
    }

    /** Adds the word COLUMN to a renaming that leaves it out. */
    private static String withColumnWord(String sql) {
        var lexer = new Lexer(sql);
        var before = new ArrayList<String>();
        for (Optional<String> next = lexer.next(); next.isPresent(); next = lexer.next()) {
            String upper = next.get().toUpperCase(Locale.ROOT);
            if (before.size() > 3
                    && endsWith(before, "RENAME")
                    && !Set.of("TO", "COLUMN", "CONSTRAINT").contains(upper)) {
                int at = lexer.position() - next.get().length();
                return sql.substring(0, at) + "COLUMN " + sql.substring(at);
            }
            before.add(upper);
        }
        return sql;
    }

    private static CCJSqlParser parser(String text) throws ParseException {
        String written = ALTERS_TABLE.matcher(text).matches() ? withQuotedColumns(withColumnWord(text)) : text;
        String known = HAS_OTHER_WORDS.matcher(written).find() ? inKnownWords(written) : written;
        String sql = WHOSE.matcher(known).replaceFirst("$1");
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
