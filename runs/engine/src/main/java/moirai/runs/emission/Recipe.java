package moirai.runs.emission;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A reproduction that a person or a program can follow: tables, rows, statements of sessions in one order, and the
 * queries of the final state. The caller makes the statements, from nothing that could have another meaning to a
 * database.
 *
 * @param isolation {@code read-uncommitted}, {@code read-committed}, {@code repeatable-read} or {@code serializable}
 * @param tables made before, dropped after
 * @param rows statements that make the initial rows
 * @param looks queries that are run when all sessions have ended
 */
public record Recipe(String isolation, List<Made> tables, List<String> rows, List<Step> steps, List<Look> looks) {

    /** The result of a read whose answer is unknown; it differs from the text of any list. */
    static final String UNKNOWN = "?";

    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9 .,:;=/()\\[\\]_+-]");

    public Recipe {
        tables = List.copyOf(tables);
        rows = List.copyOf(rows);
        steps = List.copyOf(steps);
        looks = List.copyOf(looks);
    }

    /** The kind of a step. */
    public enum Kind {
        BEGIN,
        READ,
        WRITE,
        COMMIT,
        ROLLBACK
    }

    /**
     * A table.
     *
     * @param name as SQL writes it
     * @param sql the statement that creates it
     */
    public record Made(String name, String sql) {}

    /**
     * A statement of a session.
     *
     * @param session from 0, densely
     * @param sql empty for {@link Kind#BEGIN}
     * @param seen the expected result of a read, columns separated by commas and rows by semicolons; the expected
     *    number of rows of a write, as {@code 1 row}; {@code ?} if the result of a read is unknown; empty for other
     *    steps
     * @param note an explanation for the reader in one line; empty for none
     */
    public record Step(int session, int txn, Kind kind, String sql, String seen, String note) {

        /** Makes the note safe for any comment. */
        public Step {
            note = comment(note);
        }
    }

    /**
     * A query and its expected result.
     *
     * @param seen as in {@link Step}
     */
    public record Look(String sql, String seen) {}

    /** Returns the number of sessions. */
    int sessionCount() {
        Set<Integer> sessions = new LinkedHashSet<>();
        steps.forEach(step -> sessions.add(step.session()));
        return sessions.size();
    }

    /** Returns the isolation level in SQL's words. */
    String isolationInSql() {
        return isolation.replace('-', ' ').toUpperCase(Locale.ROOT);
    }

    /**
     * Returns a text that can stand in any comment: characters that could end a comment, or begin a Unicode escape, are
     * replaced.
     */
    public static String comment(String text) {
        return UNSAFE.matcher(text).replaceAll("?");
    }
}
