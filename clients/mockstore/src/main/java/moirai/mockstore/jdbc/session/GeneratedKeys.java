package moirai.mockstore.jdbc.session;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.syntax.Identifiers;

/**
 * The columns of inserted, changed or deleted rows that are requested as generated keys. A RETURNING clause returns
 * them.
 */
sealed interface GeneratedKeys {

    /** A text literal, a quoted name, or a comment; each may contain any word. */
    Pattern QUOTED = Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);

    /** A statement that may have a RETURNING clause. */
    Pattern CHANGE = Pattern.compile("\\s*(?:INSERT|UPDATE|DELETE)\\b", Pattern.CASE_INSENSITIVE);

    Pattern RETURNING = Pattern.compile("\\bRETURNING\\b", Pattern.CASE_INSENSITIVE);

    /** No keys are requested: rows that the statement returns are its result. */
    record None() implements GeneratedKeys {}

    /** Columns are requested by name. */
    record Names(List<String> columns) implements GeneratedKeys {}

    /** Columns are requested by their position in the table, from 1; an empty list means all columns. */
    record Positions(List<Integer> columns) implements GeneratedKeys {}

    /** Returns a request for no keys: rows that the statement returns are its result. */
    static GeneratedKeys none() {
        return new None();
    }

    /** Returns the request that JDBC's constant, names or positions of columns stand for. */
    static GeneratedKeys of(Object keys) throws SQLException {
        return switch (keys) {
            case String[] columns when columns.length > 0 -> new Names(List.of(columns));
            case int[] columns
            when columns.length > 0 ->
                new Positions(Arrays.stream(columns).boxed().toList());
            case Integer constant when constant == Statement.RETURN_GENERATED_KEYS -> new Positions(List.of());
            case Integer constant
            when constant != Statement.NO_GENERATED_KEYS ->
                throw SqlErrors.of(
                        SqlErrors.INVALID_PARAMETER,
                        "generated keys " + constant + "; give NO_GENERATED_KEYS or RETURN_GENERATED_KEYS");
            case Integer none -> none();
            case String[] empty -> none();
            case int[] empty -> none();
            default -> throw new IllegalStateException("keys of " + keys.getClass());
        };
    }

    /**
     * Returns the statement with a RETURNING clause for the requested keys; returns it unchanged if it changes no rows
     * or has such a clause already.
     */
    default String addTo(String sql) {
        return switch (this) {
            case None none -> sql;
            case Names(List<String> columns) ->
                lacksReturning(sql)
                        ? open(sql)
                                + columns.stream()
                                        .map(Identifiers::literal)
                                        .collect(Collectors.joining(", ", "\nRETURNING ", ""))
                        : sql;
            case Positions columns -> lacksReturning(sql) ? open(sql) + "\nRETURNING *" : sql;
        };
    }

    /** Returns the statement without the semicolon at its end. */
    private static String open(String sql) {
        String text = sql.stripTrailing();
        return text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
    }

    private static boolean lacksReturning(String sql) {
        String bare = QUOTED.matcher(sql).replaceAll(" ");
        return CHANGE.matcher(bare).lookingAt() && !RETURNING.matcher(bare).find();
    }

    /** Returns the outcome of the statement. */
    default Answer answer(SqlResult result) throws SQLException {
        return switch (this) {
            case None none -> new Answer(result, false);
            case Names names -> new Answer(result, !isQuery(result));
            case Positions(List<Integer> columns) ->
                isQuery(result)
                        ? new Answer(result, false)
                        : new Answer(columns.isEmpty() ? result : project(result, columns), true);
        };
    }

    private static boolean isQuery(SqlResult result) {
        return result.tag().startsWith("SELECT") || result.tag().startsWith("SHOW");
    }

    private static SqlResult project(SqlResult result, List<Integer> wanted) throws SQLException {
        for (int column : wanted) {
            if (column < 1 || column > result.columns().size()) {
                throw SqlErrors.of(
                        SqlErrors.INVALID_PARAMETER,
                        "there is no column " + column + " among the "
                                + result.columns().size() + " that may be generated keys");
            }
        }
        return new SqlResult(
                result.tag(),
                wanted.stream().map(column -> result.columns().get(column - 1)).toList(),
                result.rows().stream()
                        .map(row -> wanted.stream()
                                .map(column -> row.get(column - 1))
                                .toList())
                        .toList(),
                result.count());
    }
}
