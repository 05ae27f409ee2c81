package moirai.runs.emission;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What can be followed by a person or a program: tables, rows, statements in one order, each of one session, and what
 * is to be read. Its statements are made by the caller, from nothing that could mean something else to a database.
 *
 * @param isolation {@code read-uncommitted}, {@code read-committed}, {@code repeatable-read} or {@code serializable}
 * @param tables made before, dropped after
 * @param rows statements that make what is there in the beginning
 * @param looks what is asked when all sessions have ended
 */
public record Recipe(String isolation, List<Made> tables, List<String> rows, List<Step> steps, List<Look> looks) {

    /** What a read without an answer returned; no list looks like it. */
    static final String UNKNOWN = "?";

    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9 .,:;=/()\\[\\]_+-]");

    /** Copies the lists. */
    public Recipe {
        tables = List.copyOf(tables);
        rows = List.copyOf(rows);
        steps = List.copyOf(steps);
        looks = List.copyOf(looks);
    }

    /** What a step is. */
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
     * @param sql makes it
     */
    public record Made(String name, String sql) {}

    /**
     * One statement.
     *
     * @param session from 0, densely
     * @param sql empty for {@link Kind#BEGIN}
     * @param seen what a read is to return, columns separated by commas and rows by semicolons; how many rows a write
     *     is to meet, as {@code 1 row}; {@code ?} if nobody knows what a read returned; empty for others
     * @param note what it is to a reader, in one line; empty for nothing
     */
    public record Step(int session, int txn, Kind kind, String sql, String seen, String note) {

        /** Makes the note safe for any comment. */
        public Step {
            note = comment(note);
        }
    }

    /**
     * A query, and what it is to return.
     *
     * @param seen as in {@link Step}
     */
    public record Look(String sql, String seen) {}

    /** How many sessions there are. */
    int sessionCount() {
        Set<Integer> sessions = new LinkedHashSet<>();
        steps.forEach(step -> sessions.add(step.session()));
        return sessions.size();
    }

    /** The level in SQL's words. */
    String isolationInSql() {
        return isolation.replace('-', ' ').toUpperCase(Locale.ROOT);
    }

    /** A text that can stand in any comment: what could end one, or begin a letter's number, is replaced. */
    public static String comment(String text) {
        return UNSAFE.matcher(text).replaceAll("?");
    }
}
