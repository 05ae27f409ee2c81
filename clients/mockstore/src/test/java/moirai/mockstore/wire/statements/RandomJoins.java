package moirai.mockstore.wire.statements;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Queries that join tables without keys and indexes by the equality of values, of the same types and of others, with
 * nulls and values that occur many times.
 */
final class RandomJoins {

    /** Stand for nothing and the operator of an equality; {@link #hashed} and {@link #looped} replace them. */
    private static final String BEGIN = "⊢";

    private static final String EQUAL = " ≡ ";

    private static final List<String> COLUMNS = List.of(
            "i integer",
            "l bigint",
            "s smallint",
            "n numeric",
            "r real",
            "d double precision",
            "t text",
            "v varchar(9)",
            "c char(3)",
            "day date",
            "at timestamp",
            "z timestamptz",
            "b boolean");

    /** Groups of columns and expressions whose values can be equal. */
    private static final List<List<String>> COMPARABLE = List.of(
            List.of("i", "l", "s", "n", "r", "d", "i + 1", "abs(s)", "n * 2", "l % 3", "coalesce(i, 2)"),
            List.of("t", "v", "c", "lower(t)", "t || ''", "substr(v, 1, 1)", "coalesce(c, 'b')"),
            List.of("day", "at", "z", "day + 1", "cast(at as date)"),
            List.of("b", "i > 1", "t is null"));

    private final Random random;

    RandomJoins(Random random) {
        this.random = random;
    }

    /** Returns a query whose equalities are found by hash. */
    static String hashed(String query) {
        return query.replace(BEGIN, "").replace(EQUAL, " = ");
    }

    /** Returns a query with the same rows, of which the store does not see that operands have to be equal. */
    static String looped(String query) {
        return query.replace(BEGIN, "NOT ").replace(EQUAL, " <> ");
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    List<String> definitions() {
        return IntStream.range(0, 4)
                .boxed()
                .flatMap(table -> List.of(
                        "CREATE TABLE j" + table + " (" + String.join(", ", COLUMNS) + ")",
                        "INSERT INTO j" + table
                                + " VALUES "
                                + IntStream.rangeClosed(0, random.nextInt(8))
                                        .mapToObj(row -> row())
                                        .collect(Collectors.joining(", ")))
                        .stream())
                .toList();
    }

    private String row() {
        return COLUMNS.stream().map(column -> value(column)).collect(Collectors.joining(", ", "(", ")"));
    }

    private String value(String column) {
        if (random.nextInt(4) == 0) {
            return "NULL";
        }
        return switch (column.substring(0, column.indexOf(' '))) {
            case "n" -> pick("0", "1", "1.0", "1.50", "2.00", "-1");
            case "r", "d" -> pick("0", "'-0'", "1", "1.5", "2", "'NaN'");
            case "t", "v" -> pick("''", "'a'", "'a '", "'b'", "'B'");
            case "c" -> pick("''", "'a'", "'a  '", "'b'");
            case "day" -> pick("'2024-01-01'", "'2024-01-02'");
            case "at" -> pick("'2024-01-01'", "'2024-01-02 00:00'", "'2024-01-02 07:00'");
            case "z" -> pick("'2024-01-01 00:00+00'", "'2024-01-01 02:00+02'", "'2024-01-02 00:00+00'");
            case "b" -> pick("true", "false");
            default -> pick("0", "1", "2", "3");
        };
    }

    /** Returns an expression of one table in the place of each column name. */
    private static String of(String table, String expression) {
        return expression.replaceAll("\\b(?!as\\b)([ilsnrdtvcbz]|day|at)\\b(?![('])", table + ".$1");
    }

    /** Returns a condition that values of two tables are equal. */
    private String equality(String one, String other) {
        List<String> values = COMPARABLE.get(random.nextInt(10) < 6 ? 0 : random.nextInt(COMPARABLE.size()));
        return "(" + BEGIN + of(one, pick(values)) + EQUAL + of(other, pick(values)) + ")";
    }

    private String condition(String... tables) {
        String one = pick(tables);
        String other = pick(tables);
        return switch (random.nextInt(6)) {
            case 0 -> of(one, "i") + " < " + of(other, "n");
            case 1 -> of(one, pick("t", "v", "c")) + " IS NOT NULL";
            case 2 -> of(one, "l") + pick(" > ", " <= ", " <> ") + random.nextInt(3);
            case 3 -> "(" + of(one, "b") + " OR " + of(other, "i > 0") + ")";
            case 4 -> of(one, "s") + " IN (0, 2)";
            default -> of(one, "i") + " = " + random.nextInt(3);
        };
    }

    private String on(String... tables) {
        String last = tables[tables.length - 1];
        String on = equality(tables[random.nextInt(tables.length - 1)], last);
        String more = switch (random.nextInt(4)) {
            case 0 -> " AND " + equality(tables[random.nextInt(tables.length - 1)], last);
            case 1 -> " AND " + condition(tables);
            default -> "";
        };
        return random.nextBoolean() || more.isEmpty() ? on + more : more.substring(5) + " AND " + on;
    }

    private String columns(String... tables) {
        return IntStream.range(0, tables.length)
                .mapToObj(at -> of(tables[at], pick("i", "n", "t", "c", "day", "b")) + " AS c" + at)
                .collect(Collectors.joining(", "));
    }

    private String table() {
        return "j" + random.nextInt(4);
    }

    String query() {
        return switch (random.nextInt(9)) {
            case 0 ->
                "SELECT " + columns("x", "y") + " FROM " + table() + " x, " + table() + " y WHERE " + on("x", "y");
            case 1 ->
                "SELECT " + columns("x", "y") + " FROM " + table() + " x " + pick("JOIN ", "LEFT JOIN ", "RIGHT JOIN ")
                        + table() + " y ON " + on("x", "y")
                        + pick("", " WHERE " + condition("x", "y"), " WHERE y.i IS NULL");
            case 2 ->
                "SELECT " + columns("x", "y") + " FROM " + table() + " x FULL JOIN " + table() + " y ON (" + BEGIN
                        + "x." + pick("i", "l", "s") + EQUAL + "y." + pick("i", "l", "s") + ")"
                        + pick("", " AND x.t = y.v");
            case 3 ->
                "SELECT " + columns("x", "y", "w") + " FROM " + table() + " x " + pick("JOIN ", "LEFT JOIN ") + table()
                        + " y ON " + on("x", "y") + " " + pick("JOIN ", "LEFT JOIN ") + table() + " w ON "
                        + on("x", "y", "w");
            case 4 ->
                "SELECT " + columns("x", "y", "w") + " FROM " + table() + " x " + pick("JOIN", "LEFT JOIN") + " ("
                        + table() + " y " + pick("JOIN ", "LEFT JOIN ") + table() + " w ON " + on("y", "w") + ") ON "
                        + on("x", pick("y", "w"));
            case 5 ->
                "SELECT " + columns("x") + " FROM " + table() + " x WHERE " + pick("", "NOT ")
                        + "EXISTS (SELECT 1 FROM "
                        + table() + " y " + pick("", "JOIN " + table() + " w ON " + on("y", "w") + " ") + "WHERE "
                        + on("x", "y") + ")";
            case 6 -> in();
            case 7 ->
                "SELECT " + columns("x") + ", (SELECT " + pick("count(*)", "max(y.n)", "sum(y.l)", "min(y.t)")
                        + " FROM " + table() + " y WHERE " + on("x", "y") + ") AS f FROM " + table() + " x";
            default ->
                "SELECT " + columns("x") + ", k FROM " + table() + " x JOIN (SELECT i AS k, count(*) AS m FROM "
                        + table() + " GROUP BY i) q ON (" + BEGIN + "x." + pick("i", "l", "n") + EQUAL + "k)";
        };
    }

    private String in() {
        String inner = " FROM " + table() + " y" + pick("", " WHERE " + condition("y"), " WHERE " + on("x", "y"));
        if (random.nextInt(3) == 0) {
            return "SELECT " + columns("x") + " FROM " + table() + " x WHERE (x.i, x.t) " + pick("IN", "NOT IN")
                    + " (SELECT " + pick("y.l, y.t", "y.s, y.v", "y.n, y.c") + inner + ")";
        }
        List<String> values = COMPARABLE.get(random.nextInt(2));
        return "SELECT " + columns("x") + " FROM " + table() + " x WHERE " + of("x", pick(values))
                + pick(" IN ", " NOT IN ", " = ANY ", " <> ALL ", " < ANY ") + "(SELECT " + of("y", pick(values))
                + inner
                + ")";
    }
}
