package moirai.mockstore.wire;

import java.util.List;
import java.util.Locale;
import moirai.mockstore.sql.syntax.Words;

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
    /** DECLARE, FETCH, MOVE and CLOSE of cursors. */
    CURSOR,
    /** COPY, which has a protocol of its own. */
    COPY,
    /** A statement that reads or writes rows. */
    ROWS,
    /** Any other statement: definitions, and text that is no SQL. */
    OTHER;

    private static final int WORDS = 3;

    static StatementKind of(String sql) {
        List<String> words = Words.first(sql, WORDS);
        return switch (words.getFirst()) {
            case "BEGIN" -> BEGIN;
            case "START" -> words.get(1).equals("TRANSACTION") ? BEGIN : OTHER;
            case "COMMIT", "END" -> COMMIT;
            case "ROLLBACK", "ABORT" -> words.contains("TO") ? ROLLBACK_TO : ROLLBACK;
            case "SAVEPOINT", "RELEASE" -> SAVEPOINT;
            case "COPY" -> COPY;
            case "DECLARE", "FETCH", "MOVE", "CLOSE" -> CURSOR;
            case "SET", "RESET", "DISCARD" -> SETTING;
            case "DEALLOCATE" -> DEALLOCATE;
            case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES", "TABLE", "MERGE", "(" -> ROWS;
            case "" -> EMPTY;
            default -> OTHER;
        };
    }

    /** Returns the tag that answers a statement of kind {@link #BEGIN}. */
    static String tagOfBegin(String sql) {
        return Words.first(sql, 1).getFirst().equals("START") ? "START TRANSACTION" : "BEGIN";
    }

    /** Returns whether a statement that ends a transaction begins the next one. */
    static boolean chains(String sql) {
        Words words = Words.of(sql);
        String last = "";
        boolean isDenied = false;
        while (!words.isEmpty()) {
            isDenied = last.equals("NO");
            last = words.take().toUpperCase(Locale.ROOT);
        }
        return last.equals("CHAIN") && !isDenied;
    }

    /** Returns whether a failed transaction accepts the statement. */
    boolean isPossibleAfterFailure() {
        return this == COMMIT || this == ROLLBACK || this == ROLLBACK_TO || this == EMPTY;
    }
}
