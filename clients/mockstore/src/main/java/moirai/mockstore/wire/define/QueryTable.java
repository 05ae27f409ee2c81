package moirai.mockstore.wire.define;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;

/**
 * A CREATE TABLE AS or SELECT INTO.
 *
 * @param name of the table as it is written, perhaps with a schema
 * @param isTemporary whether it is one of the session alone
 * @param isConditional whether it says IF NOT EXISTS
 * @param columns the names of the first columns as they are written, in parentheses; may be empty
 * @param query whose rows it gets
 * @param options of the table
 */
public record QueryTable(
        String name, boolean isTemporary, boolean isConditional, String columns, Query query, String options) {

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    private static final String NAME =
            "(?<name>" + Identifiers.WRITTEN + "(?:\\s*\\.\\s*" + Identifiers.WRITTEN + ")*)";

    private static final String KIND = "(?:(?:GLOBAL|LOCAL)\\s+)?(?:(?<kind>TEMP|TEMPORARY|UNLOGGED)\\s+)?";

    private static final Pattern HEAD = Pattern.compile(
            "\\s*CREATE\\s+" + KIND + "TABLE\\s+(?<condition>IF\\s+NOT\\s+EXISTS\\s+)?" + NAME
                    + "\\s*(?<columns>\\([^()]*\\))?\\s*(?<options>(?:WITH\\s*\\(.*\\)|WITHOUT\\s+OIDS)?\\s*"
                    + "(?:ON\\s+COMMIT\\s+(?:PRESERVE\\s+ROWS|DELETE\\s+ROWS|DROP))?)\\s*",
            FLAGS);

    private static final Pattern CREATES =
            Pattern.compile("\\s*CREATE\\s+(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED)\\s+)*TABLE\\b.*", FLAGS);

    private static final Pattern DATA = Pattern.compile("(?<query>.*?)\\s+WITH\\s+(?<no>NO\\s+)?DATA\\s*", FLAGS);

    private static final Pattern INTO = Pattern.compile("INTO\\s+" + KIND + "(?:TABLE\\s+)?" + NAME + "\\s*", FLAGS);

    /**
     * A query.
     *
     * @param isRun whether the table gets its rows, and not only its columns
     */
    public record Query(String sql, boolean isRun) {}

    /**
     * Returns the definition that a statement is; empty if it is another one.
     *
     * @throws StoreException if it has a form that is not supported (SQLSTATE 0A000)
     */
    public static Optional<QueryTable> of(String written) {
        String sql = Words.fromFirst(written);
        String verb = Words.first(sql, 1).getFirst();
        return switch (verb) {
            case "CREATE" -> CREATES.matcher(sql).matches() ? created(sql) : Optional.empty();
            case "SELECT", "WITH" -> selected(sql);
            default -> Optional.empty();
        };
    }

    private static Optional<QueryTable> created(String sql) {
        OptionalInt as = Words.find(sql, 0, "AS");
        if (as.isEmpty()) {
            return Optional.empty();
        }
        String rest = sql.substring(as.getAsInt() + "AS".length());
        Matcher head = HEAD.matcher(sql.substring(0, as.getAsInt()));
        if (!head.matches() || Words.first(rest, 1).getFirst().equals("EXECUTE")) {
            throw new StoreException("0A000", "this form of CREATE TABLE AS is not supported: " + sql);
        }
        Matcher data = DATA.matcher(rest);
        Query query = data.matches() ? new Query(data.group("query"), data.group("no") == null) : new Query(rest, true);
        return Optional.of(new QueryTable(
                head.group("name"),
                isTemporary(head),
                head.group("condition") != null,
                head.group("columns") == null ? "" : head.group("columns"),
                query,
                head.group("options")));
    }

    private static boolean isTemporary(Matcher found) {
        String kind = found.group("kind");
        return kind != null && kind.toUpperCase(Locale.ROOT).startsWith("TEMP");
    }

    private static Optional<QueryTable> selected(String sql) {
        OptionalInt into = Words.find(sql, 0, "INTO", "INSERT", "MERGE", "UPDATE", "DELETE");
        if (into.isEmpty() || !sql.regionMatches(true, into.getAsInt(), "INTO", 0, "INTO".length())) {
            return Optional.empty();
        }
        Matcher target = INTO.matcher(sql).region(into.getAsInt(), sql.length());
        if (!target.lookingAt()) {
            return Optional.empty();
        }
        String query = sql.substring(0, into.getAsInt()) + sql.substring(target.end());
        return Optional.of(
                new QueryTable(target.group("name"), isTemporary(target), false, "", new Query(query, true), ""));
    }

    /** Returns whether the written name is one of the session's temporary tables, whatever the statement says. */
    boolean isPrivate() {
        int dot = Identifiers.dot(name);
        return isTemporary
                || (dot > 0 && Identifiers.of(name.substring(0, dot).strip()).equals(SearchPath.OWN_TEMPORARY));
    }
}
