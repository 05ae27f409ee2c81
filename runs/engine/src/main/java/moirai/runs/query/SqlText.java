package moirai.runs.query;

/*
 * DuckDB executes every statement of a text and answers the last one only. Statements are therefore counted before, by
 * the rules of DuckDB's own scanner, which is PostgreSQL's: a semicolon counts neither in a quoted text or name, nor
 * between dollar quotes, nor in a comment. What is not closed lasts until the end of the text; DuckDB refuses it then.
 */
/** Counts the statements of a text in SQL. */
final class SqlText {

    private final String sql;
    private int at;

    private SqlText(String sql) {
        this.sql = sql;
    }

    /**
     * Returns the number of statements that semicolons separate. What is empty, or only a comment, does not count, so
     * that {@code select 1;} is one statement.
     */
    static int statements(String sql) {
        return new SqlText(sql).count();
    }

    private int count() {
        int count = 0;
        boolean isInStatement = false;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (c == ';') {
                isInStatement = false;
                at++;
            } else if (sql.startsWith("--", at)) {
                skipLine();
            } else if (sql.startsWith("/*", at)) {
                skipComment();
            } else if (Character.isWhitespace(c)) {
                at++;
            } else {
                count += isInStatement ? 0 : 1;
                isInStatement = true;
                skipToken(c);
            }
        }
        return count;
    }

    private void skipLine() {
        while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
            at++;
        }
    }

    /** Comments between slashes and stars can contain each other. */
    private void skipComment() {
        int depth = 0;
        do {
            if (sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < sql.length());
    }

    private void skipToken(char first) {
        if (first == '\'' || first == '"') {
            skipQuoted(first, false);
        } else if (first == '$') {
            skipDollarQuoted();
        } else if (isOfName(first)) {
            int begin = at;
            while (at < sql.length() && isOfName(sql.charAt(at))) {
                at++;
            }
            boolean isEscaped = at - begin == 1 && (first == 'e' || first == 'E');
            if (isEscaped && sql.startsWith("'", at)) {
                skipQuoted('\'', true);
            }
        } else {
            at++;
        }
    }

    /** Returns whether the character can stand in a name or a number; a dollar cannot begin one. */
    private static boolean isOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c >= 0x80;
    }

    /** Two quotes stand for one that does not end the text. */
    private void skipQuoted(char quote, boolean hasEscapes) {
        do {
            at++;
            while (at < sql.length() && sql.charAt(at) != quote) {
                at += hasEscapes && sql.charAt(at) == '\\' ? 2 : 1;
            }
            at++;
        } while (at < sql.length() && sql.charAt(at) == quote);
    }

    /** Skips a text between {@code $$} or {@code $tag$}; another dollar, as of a parameter, is skipped alone. */
    private void skipDollarQuoted() {
        int end = at + 1;
        while (end < sql.length() && isOfName(sql.charAt(end)) && sql.charAt(end) != '$') {
            end++;
        }
        boolean isTag = end < sql.length()
                && sql.charAt(end) == '$'
                && (end == at + 1 || !Character.isDigit(sql.charAt(at + 1)));
        if (!isTag) {
            at++;
            return;
        }
        String quote = sql.substring(at, end + 1);
        int close = sql.indexOf(quote, end + 1);
        at = close < 0 ? sql.length() : close + quote.length();
    }
}
