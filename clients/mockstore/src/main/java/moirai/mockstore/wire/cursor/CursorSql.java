package moirai.mockstore.wire.cursor;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;

/** A statement on a cursor. */
public sealed interface CursorSql {

    /** The meaning of the number in a {@link Fetch}: a number of rows, or a place. */
    enum Step {
        BY,
        TO
    }

    /** DECLARE: its query, which may have parameters. */
    record Declare(String name, String query, boolean isHeld, boolean isScrollable, boolean isBinary)
            implements CursorSql {}

    /**
     * FETCH or MOVE.
     *
     * @param count negative for backwards, or from the end
     * @param isSingle whether only the row that is reached is returned
     */
    record Fetch(String name, Step step, long count, boolean isSingle, boolean isMove) implements CursorSql {}

    /**
     * CLOSE.
     *
     * @param name empty for all
     */
    record Close(String name) implements CursorSql {}

    /** The first words of queries. */
    Set<String> QUERIES = Set.of("SELECT", "WITH", "VALUES", "TABLE", "(");

    Set<String> CHANGES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

    String NAME = "(?<name>" + Identifiers.WRITTEN + ")";
    int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    Pattern DECLARE = Pattern.compile(
            "\\s*DECLARE\\s+" + NAME + "(?<options>(?:\\s+(?:BINARY|ASENSITIVE|INSENSITIVE|NO\\s+SCROLL|SCROLL))*)"
                    + "\\s+CURSOR(?<hold>\\s+WITH(?:OUT)?\\s+HOLD)?\\s+FOR\\s+(?<query>.*)",
            FLAGS);

    Pattern FETCH = Pattern.compile(
            "\\s*(?<verb>FETCH|MOVE)\\s+"
                    + "(?:(?<single>NEXT|PRIOR|FIRST|LAST)\\b\\s*"
                    + "|(?<place>ABSOLUTE|RELATIVE)\\s*(?<number>[-+]?\\d+)\\b\\s*"
                    + "|(?:(?<direction>FORWARD|BACKWARD)\\b\\s*)?(?:(?<count>[-+]?\\d+|ALL)\\b\\s*)?)"
                    + "(?:(?:FROM|IN)\\s+)?" + NAME + "[\\s;]*",
            FLAGS);

    Pattern CLOSE = Pattern.compile("\\s*CLOSE\\s+" + NAME + "[\\s;]*", FLAGS);

    /**
     * Reads a statement.
     *
     * @throws StoreException if it is none on a cursor (SQLSTATE 42601)
     */
    static CursorSql parse(String sql) {
        Matcher declare = DECLARE.matcher(sql);
        if (declare.matches()) {
            String options = declare.group("options").toUpperCase(Locale.ROOT);
            String hold = Optional.ofNullable(declare.group("hold")).orElse("").toUpperCase(Locale.ROOT);
            requireQuery(declare.group("query"));
            return new Declare(
                    Identifiers.of(declare.group("name")),
                    declare.group("query"),
                    hold.matches("\\s+WITH\\s.*"),
                    !options.matches(".*NO\\s+SCROLL.*"),
                    options.contains("BINARY"));
        }
        Matcher fetch = FETCH.matcher(sql);
        if (fetch.matches()) {
            return fetch(fetch);
        }
        Matcher close = CLOSE.matcher(sql);
        if (close.matches()) {
            String written = close.group("name");
            return new Close(written.equalsIgnoreCase("ALL") ? "" : Identifiers.of(written));
        }
        throw new StoreException("42601", "syntax error in: " + sql);
    }

    private static void requireQuery(String sql) {
        String verb = Words.first(sql, 1).getFirst();
        if (!QUERIES.contains(verb)) {
            throw new StoreException("42601", "syntax error at or near \"" + verb + "\"");
        }
        Words words = Words.of(sql);
        while (!words.isEmpty()) {
            if (words.take().equals("(") && CHANGES.contains(words.peek())) {
                throw new StoreException("0A000", "DECLARE CURSOR must not contain data-modifying statements in WITH");
            }
        }
    }

    private static Fetch fetch(Matcher fetch) {
        String direction = first(fetch, "single", "place", "direction").toUpperCase(Locale.ROOT);
        long count = count(first(fetch, "number", "count"));
        String name = Identifiers.of(fetch.group("name"));
        boolean isMove = fetch.group("verb").equalsIgnoreCase("MOVE");
        return switch (direction) {
            case "", "NEXT", "FORWARD" -> new Fetch(name, Step.BY, count, false, isMove);
            case "PRIOR" -> new Fetch(name, Step.BY, -1, false, isMove);
            case "BACKWARD" -> new Fetch(name, Step.BY, -count, false, isMove);
            case "RELATIVE" -> new Fetch(name, Step.BY, count, true, isMove);
            case "FIRST" -> new Fetch(name, Step.TO, 1, true, isMove);
            case "LAST" -> new Fetch(name, Step.TO, -1, true, isMove);
            default -> new Fetch(name, Step.TO, count, true, isMove);
        };
    }

    /** Returns the group that has matched; empty if none has. */
    private static String first(Matcher matcher, String... groups) {
        return Stream.of(groups)
                .map(matcher::group)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    private static long count(String written) {
        if (written.isEmpty()) {
            return 1;
        }
        try {
            return written.equalsIgnoreCase("ALL") ? Integer.MAX_VALUE : Integer.parseInt(written);
        } catch (NumberFormatException tooLarge) {
            throw new StoreException("42601", "syntax error at or near \"" + written + "\"");
        }
    }
}
