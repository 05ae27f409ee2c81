package moirai.studies.repaired;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes of SQL statements as texts. Each throws {@link NotApplied} for a statement of another form. */
final class SqlEdit {

    private static final Pattern LOCKING = Pattern.compile("(?is).*\\bFOR\\s+UPDATE\\s*");

    private static final Pattern SET = Pattern.compile("(?i)\\bSET\\b");

    private SqlEdit() {}

    /** Returns a SELECT that locks what it returns; the same text if it does so already. */
    static String locking(String select) {
        return LOCKING.matcher(select).matches() ? select : select.stripTrailing() + " FOR UPDATE";
    }

    /** Returns a SELECT that returns a column as well, after the others; the same text if it does so already. */
    static String selecting(String select, String column) {
        int from = topLevel(select, "FROM");
        if (from >= 0 && select.substring(0, from).stripTrailing().endsWith(", " + column)) {
            return select;
        }
        if (from < 0) {
            throw new NotApplied("no FROM in " + select.strip());
        }
        return select.substring(0, from).stripTrailing() + ", " + column + " " + select.substring(from);
    }

    /** Returns an UPDATE that adds 1 to a column; the same text if it does so already. */
    static String counting(String update, String column) {
        String assignment = column + " = " + column + " + 1";
        Matcher set = SET.matcher(update);
        if (update.contains(assignment)) {
            return update;
        }
        if (!set.find()) {
            throw new NotApplied("no SET in " + update.strip());
        }
        return update.substring(0, set.end()) + " " + assignment + "," + update.substring(set.end());
    }

    /** Returns an UPDATE that changes only rows in which a column has the value of one more parameter, the last. */
    static String checking(String update, String column) {
        if (update.endsWith(" AND " + column + " = ?")) {
            throw new NotApplied("two transactions would have to check the version in " + update.strip());
        }
        if (topLevel(update, "WHERE") < 0 || topLevel(update, "OR") >= 0) {
            throw new NotApplied("no condition to add to in " + update.strip());
        }
        return update.stripTrailing() + " AND " + column + " = ?";
    }

    /** Returns the number of parameters of a statement. */
    static int parameters(String sql) {
        return (int) sql.replaceAll("'[^']*'", "").chars().filter(c -> c == '?').count();
    }

    /** Returns a CREATE TABLE with one more element, the last; the same text if it has that already. */
    static String defining(String createTable, String element) {
        int end = createTable.lastIndexOf(')');
        if (createTable.contains(", " + element)) {
            return createTable;
        }
        if (end < 0) {
            throw new NotApplied("no columns in " + createTable.strip());
        }
        return createTable.substring(0, end) + ", " + element + createTable.substring(end);
    }

    /** Returns whether a text is the CREATE TABLE of this table. */
    static boolean isDefinition(String sql, String table) {
        String name = Pattern.quote(table);
        return Pattern.compile("(?is)\\s*CREATE\\s+TABLE\\s+(IF\\s+NOT\\s+EXISTS\\s+)?[\"`]?" + name + "[\"`]?[\\s(].*")
                .matcher(sql)
                .matches();
    }

    /** Returns whether a text is an INSERT into this table that does not name its columns. */
    static boolean isInsertWithoutColumns(String sql, String table) {
        String name = Pattern.quote(table);
        return Pattern.compile("(?is)\\s*INSERT\\s+INTO\\s+[\"`]?" + name + "[\"`]?\\s+(VALUES|SELECT)\\b.*")
                .matcher(sql)
                .matches();
    }

    /** Returns an INSERT of one row whose columns are not named, with 0 for one more column, the last. */
    static String inserting(String insert) {
        int values = topLevel(insert, "VALUES");
        int end = insert.lastIndexOf(')');
        boolean isOne = values >= 0 && end > values && topLevel(insert.substring(values), ",") < 0;
        if (!isOne) {
            throw new NotApplied("not one row of values in " + insert.strip());
        }
        return insert.substring(0, end) + ", 0" + insert.substring(end);
    }

    /** Returns where a word stands outside of parentheses and quotes; negative if it does not. */
    private static int topLevel(String sql, String word) {
        int depth = 0;
        boolean isQuoted = false;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == '\'') {
                isQuoted = !isQuoted;
            } else if (!isQuoted && c == '(') {
                depth++;
            } else if (!isQuoted && c == ')') {
                depth--;
            }
            boolean isOutside = !isQuoted && depth == 0;
            if (isOutside && sql.regionMatches(true, i, word, 0, word.length()) && isWord(sql, i, i + word.length())) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isWord(String sql, int begin, int end) {
        if (!Character.isJavaIdentifierPart(sql.charAt(begin))) {
            return true;
        }
        boolean isBegin = begin == 0 || !Character.isJavaIdentifierPart(sql.charAt(begin - 1));
        return isBegin && (end == sql.length() || !Character.isJavaIdentifierPart(sql.charAt(end)));
    }
}
