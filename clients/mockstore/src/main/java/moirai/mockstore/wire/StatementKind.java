package moirai.mockstore.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The effect of a statement on transactions, as far as its first words determine it. */
enum StatementKind {
    BEGIN,
    COMMIT,
    ROLLBACK,
    /** SAVEPOINT, RELEASE, and ROLLBACK TO: allowed only in an explicit transaction. */
    SAVEPOINT,
    /** ROLLBACK TO a savepoint, which a failed transaction allows. */
    ROLLBACK_TO,
    /** An empty statement: only blanks and comments. */
    EMPTY,
    /** SET and similar statements. */
    SETTING,
    DEALLOCATE,
    /** COPY, which has a protocol of its own. */
    COPY,
    /** A statement that reads or writes rows. */
    ROWS,
    /** Any other statement: definitions, and text that is no SQL. */
    OTHER;

    private static final int WORDS = 3;

    static StatementKind of(String sql) {
        List<String> words = firstWords(sql);
        return switch (words.getFirst()) {
            case "BEGIN" -> BEGIN;
            case "START" -> words.get(1).equals("TRANSACTION") ? BEGIN : OTHER;
            case "COMMIT", "END" -> COMMIT;
            case "ROLLBACK", "ABORT" -> words.contains("TO") ? ROLLBACK_TO : ROLLBACK;
            case "SAVEPOINT", "RELEASE" -> SAVEPOINT;
            case "COPY" -> COPY;
            case "SET", "RESET", "DISCARD" -> SETTING;
            case "DEALLOCATE" -> DEALLOCATE;
            case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES", "TABLE", "MERGE", "(" -> ROWS;
            case "" -> isBlank(sql) ? EMPTY : OTHER;
            default -> OTHER;
        };
    }

    private static boolean isBlank(String sql) {
        return skipBlanks(sql, 0) == sql.length();
    }

    /** Returns the tag that answers a statement of kind {@link #BEGIN}. */
    static String tagOfBegin(String sql) {
        return firstWords(sql).getFirst().equals("START") ? "START TRANSACTION" : "BEGIN";
    }

    /** Returns whether a failed transaction accepts the statement. */
    boolean isPossibleAfterFailure() {
        return this == COMMIT || this == ROLLBACK || this == ROLLBACK_TO || this == EMPTY;
    }

    /** Returns the first words in upper case, without comments; empty strings where there are none. */
    private static List<String> firstWords(String sql) {
        List<String> words = new ArrayList<>();
        int at = skipBlanks(sql, 0);
        while (words.size() < WORDS) {
            int end = at;
            while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
                end++;
            }
            if (end == at && words.isEmpty() && sql.startsWith("(", at)) {
                end++;
            }
            words.add(sql.substring(at, end).toUpperCase(Locale.ROOT));
            at = skipBlanks(sql, end);
        }
        return words;
    }

    private static int skipBlanks(String sql, int from) {
        int at = from;
        while (at < sql.length()) {
            if (sql.startsWith("--", at)) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end;
            } else if (sql.startsWith("/*", at)) {
                at = skipComment(sql, at);
            } else if (Character.isWhitespace(sql.charAt(at)) || sql.charAt(at) == ';') {
                at++;
            } else {
                return at;
            }
        }
        return at;
    }

    /** Returns the end of a comment; comments nest in PostgreSQL. */
    private static int skipComment(String sql, int from) {
        int depth = 0;
        int at = from;
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
        return Math.min(at, sql.length());
    }
}
