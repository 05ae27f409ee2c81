package moirai.mockstore.wire.statements;

import java.util.List;
import java.util.Random;
import moirai.mockstore.wire.statements.Tables.Column;

/** Expressions of a wanted type over the columns in scope. */
final class RandomExpressions {

    private final Random random;
    private final Parameters parameters;

    RandomExpressions(Random random, Parameters parameters) {
        this.random = random;
        this.parameters = parameters;
    }

    String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    int number(int bound) {
        return random.nextInt(bound);
    }

    /** Returns a value without columns, perhaps as a parameter; seldom NULL, and seldom one of another type. */
    String literal(Kind kind) {
        return switch (random.nextInt(40)) {
            case 0, 1, 2 -> "NULL";
            case 3 -> Kind.any(random).literal(random);
            default -> parameters.orLiteral(kind, kind.literal(random));
        };
    }

    /** Returns a column of a kind, or a value if there is none. */
    String leaf(Kind kind, List<Column> scope) {
        List<Column> fitting =
                scope.stream().filter(column -> column.kind() == kind).toList();
        return fitting.isEmpty() || random.nextInt(4) == 0
                ? literal(kind)
                : fitting.get(random.nextInt(fitting.size())).name();
    }

    String any(Kind kind, List<Column> scope, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return leaf(kind, scope);
        }
        if (random.nextInt(12) == 0) {
            return special(kind, scope, depth - 1);
        }
        int below = depth - 1;
        return switch (kind) {
            case INT -> integer(scope, below);
            case BIGINT ->
                pick(
                        any(Kind.INT, scope, below) + "::bigint",
                        any(Kind.BIGINT, scope, below) + " % 7",
                        "abs(" + any(Kind.BIGINT, scope, below) + " / 2)");
            case NUMERIC ->
                pick(
                        "round(" + any(Kind.NUMERIC, scope, below) + " / 3, 2)",
                        any(Kind.NUMERIC, scope, below) + " * 2 - " + any(Kind.INT, scope, below),
                        "trunc(" + any(Kind.NUMERIC, scope, below) + ", 1)",
                        "(" + any(Kind.JSONB, scope, below) + " ->> 'n')::numeric",
                        "mod(" + any(Kind.NUMERIC, scope, below) + ", 4)");
            case DOUBLE ->
                pick(
                        any(Kind.DOUBLE, scope, below) + " + 0.5",
                        "sqrt(abs(" + any(Kind.INT, scope, below) + ")::float8)",
                        any(Kind.NUMERIC, scope, below) + "::float8");
            case TEXT, VARCHAR, CHAR -> text(scope, below);
            case BOOLEAN -> condition(scope, below);
            case DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> time(kind, scope, below);
            case UUID, DAYS -> "coalesce(" + any(kind, scope, below) + ", " + leaf(kind, scope) + ")";
            case JSONB -> json(scope, below);
            case INTS -> integers(scope, below);
            case TEXTS ->
                pick(
                        "string_to_array(" + any(Kind.TEXT, scope, below) + ", ',')",
                        "array_append(" + any(Kind.TEXTS, scope, below) + ", " + any(Kind.TEXT, scope, below) + ")",
                        any(Kind.TEXTS, scope, below) + " || " + any(Kind.TEXTS, scope, below),
                        "array_remove(" + any(Kind.TEXTS, scope, below) + ", 'a')",
                        "regexp_split_to_array(" + any(Kind.TEXT, scope, below) + ", '[, ]')");
            case BYTEA ->
                pick(
                        "convert_to(" + any(Kind.TEXT, scope, below) + ", 'UTF8')",
                        "decode(md5(" + any(Kind.TEXT, scope, below) + "), 'hex')");
        };
    }

    private String time(Kind kind, List<Column> scope, int below) {
        return switch (kind) {
            case DATE ->
                pick(
                        any(Kind.DATE, scope, below) + " + " + number(40),
                        any(Kind.TIMESTAMP, scope, below) + "::date",
                        "make_date(2024, " + (1 + number(13)) + ", 5)");
            case TIMESTAMP ->
                pick(
                        "date_trunc('" + pick("month", "hour", "year", "week") + "', "
                                + any(Kind.TIMESTAMP, scope, below) + ")",
                        any(Kind.TIMESTAMP, scope, below) + " + " + any(Kind.INTERVAL, scope, below),
                        any(Kind.TIMESTAMPTZ, scope, below) + " AT TIME ZONE 'Asia/Tokyo'");
            case TIMESTAMPTZ ->
                pick(
                        any(Kind.TIMESTAMP, scope, below) + " AT TIME ZONE 'UTC'",
                        any(Kind.TIMESTAMPTZ, scope, below) + " - " + any(Kind.INTERVAL, scope, below));
            default ->
                pick(
                        any(Kind.TIMESTAMP, scope, below) + " - " + any(Kind.TIMESTAMP, scope, below),
                        any(Kind.INTERVAL, scope, below) + " * 2",
                        "age(" + any(Kind.TIMESTAMP, scope, below) + ", TIMESTAMP '2000-03-31')",
                        "justify_hours(" + any(Kind.INTERVAL, scope, below) + ")",
                        "make_interval(days => " + any(Kind.INT, scope, 0) + ")");
        };
    }

    /** Returns one of the forms that all types have. */
    private String special(Kind kind, List<Column> scope, int depth) {
        String one = any(kind, scope, depth);
        String other = any(kind, scope, depth);
        return pick(
                "coalesce(" + one + ", " + other + ")",
                "CASE WHEN " + condition(scope, depth) + " THEN " + one + " ELSE " + other + " END",
                "nullif(" + one + ", " + other + ")",
                "(SELECT " + one + ")",
                "(" + one + ")::" + kind.castName(),
                "CAST(" + one + " AS " + kind.castName() + ")");
    }

    private String integer(List<Column> scope, int depth) {
        return switch (random.nextInt(12)) {
            case 0 -> any(Kind.INT, scope, depth) + " + " + number(10);
            case 1 -> any(Kind.INT, scope, depth) + " * -2";
            case 2 -> "length(" + any(Kind.TEXT, scope, depth) + ")";
            case 3 -> "array_length(" + any(Kind.INTS, scope, depth) + ", 1)";
            case 4 -> "cardinality(" + any(Kind.TEXTS, scope, depth) + ")";
            case 5 -> "(" + any(Kind.INTS, scope, depth) + ")[" + (1 + number(3)) + "]";
            case 6 -> "jsonb_array_length(" + any(Kind.JSONB, scope, depth) + " -> 'b')";
            case 7 -> "(" + any(Kind.JSONB, scope, depth) + " ->> 'a')::int";
            case 8 ->
                "extract(" + pick("year", "month", "dow", "doy", "week") + " FROM " + any(Kind.DATE, scope, depth)
                        + ")::int";
            case 9 -> "array_position(" + any(Kind.INTS, scope, depth) + ", " + any(Kind.INT, scope, 0) + ")";
            case 10 -> any(Kind.DATE, scope, depth) + " - " + any(Kind.DATE, scope, depth);
            default -> "position('b' IN " + any(Kind.TEXT, scope, depth) + ")";
        };
    }

    private String text(List<Column> scope, int depth) {
        String one = any(Kind.TEXT, scope, depth);
        return switch (random.nextInt(20)) {
            case 0 -> pick("upper", "lower", "initcap", "trim", "reverse", "md5") + "(" + one + ")";
            case 1 -> one + " || " + any(Kind.TEXT, scope, depth);
            case 2 -> "substring(" + one + " FROM " + (1 + number(3)) + " FOR " + number(4) + ")";
            case 3 -> "replace(" + one + ", 'a', 'oo')";
            case 4 -> "regexp_replace(" + one + ", '[aeiou]', '-', 'g')";
            case 5 -> "split_part(" + one + ", ',', " + (1 + number(3)) + ")";
            case 6 -> "concat(" + one + ", " + any(Kind.INT, scope, depth) + ", NULL)";
            case 7 -> "concat_ws('-', " + one + ", " + any(Kind.DATE, scope, depth) + ")";
            case 8 -> "format('%s: %I %L', " + one + ", 'a b', " + any(Kind.TEXT, scope, depth) + ")";
            case 9 -> any(Kind.JSONB, scope, depth) + " ->> " + pick("'a'", "'b'", "0");
            case 10 -> any(Kind.JSONB, scope, depth) + " #>> '{a,b}'";
            case 11 -> "jsonb_typeof(" + any(Kind.JSONB, scope, depth) + ")";
            case 12 -> "array_to_string(" + any(Kind.TEXTS, scope, depth) + ", '/', '?')";
            case 13 -> "(" + any(Kind.TEXTS, scope, depth) + ")[1]";
            case 14 -> any(pick(Kind.PLAIN), scope, depth) + "::text";
            case 15 ->
                "to_char((" + any(Kind.TIMESTAMP, scope, depth) + ")::timestamp, '"
                        + pick("YYYY-MM-DD", "HH24:MI", "Dy DD Mon") + "')";
            case 16 -> "left(" + one + ", " + (number(5) - 1) + ")";
            case 17 -> "lpad(" + one + ", 6, '*')";
            case 18 -> "regexp_replace(" + leaf(Kind.CHAR, scope) + ", 'b', '_')";
            default -> "to_jsonb(" + leaf(pick(List.of(Kind.CHAR, Kind.DAYS, Kind.TIMESTAMPTZ)), scope) + ")::text";
        };
    }

    private Kind pick(List<Kind> kinds) {
        return kinds.get(random.nextInt(kinds.size()));
    }

    private String json(List<Column> scope, int depth) {
        String one = any(Kind.JSONB, scope, depth);
        return switch (random.nextInt(11)) {
            case 0 -> one + " -> " + pick("'a'", "'b'", "0", "-1");
            case 1 -> one + " #> '{b,2}'";
            case 2 -> one + " || " + any(Kind.JSONB, scope, depth);
            case 3 -> one + " - " + pick("'a'", "0", "'{a,b}'::text[]");
            case 4 -> "jsonb_set(" + one + ", '{a}', " + any(Kind.JSONB, scope, depth) + ")";
            case 5 ->
                "jsonb_build_object('k', " + any(Kind.any(random), scope, depth) + ", 'l', "
                        + any(Kind.INT, scope, depth) + ")";
            case 6 -> "jsonb_build_array(" + any(Kind.any(random), scope, depth) + ", NULL)";
            case 7 -> "to_jsonb(" + any(pick(Kind.PLAIN), scope, depth) + ")";
            case 8 -> "jsonb_strip_nulls(" + one + ")";
            case 9 -> "jsonb_path_query_first(" + one + ", '$.b[*] ? (@ > 1)')";
            default -> one + " #- '{b,0}'";
        };
    }

    private String integers(List<Column> scope, int depth) {
        String one = any(Kind.INTS, scope, depth);
        return switch (random.nextInt(6)) {
            case 0 -> one + " || " + any(Kind.INT, scope, depth);
            case 1 -> "array_append(" + one + ", " + any(Kind.INT, scope, depth) + ")";
            case 2 -> "ARRAY[" + any(Kind.INT, scope, depth) + ", " + any(Kind.INT, scope, depth) + "]";
            case 3 -> "(" + one + ")[1:2]";
            case 4 -> "array_remove(" + one + ", " + any(Kind.INT, scope, 0) + ")";
            default -> "ARRAY(SELECT x FROM unnest(" + one + ") AS x ORDER BY x)";
        };
    }

    String condition(List<Column> scope, int depth) {
        int below = Math.max(depth - 1, 0);
        Kind plain = pick(Kind.PLAIN);
        return switch (random.nextInt(depth == 0 ? 7 : 19)) {
            case 0, 1 ->
                "(" + leaf(plain, scope) + pick(" = ", " <> ", " < ", " >= ", " IS DISTINCT FROM ") + leaf(plain, scope)
                        + ")";
            case 2 -> leaf(Kind.any(random), scope) + pick(" IS NULL", " IS NOT NULL", " IS DISTINCT FROM NULL");
            case 3 -> leaf(Kind.INT, scope) + " IN (1, 2, " + leaf(Kind.INT, scope) + ")";
            case 4 ->
                leaf(Kind.TEXT, scope)
                        + pick(" LIKE ", " ILIKE ", " NOT LIKE ", " ~ ", " ~* ")
                        + pick("'%a%'", "'B%'", "'_o%'");
            case 5 -> leaf(Kind.BOOLEAN, scope);
            case 6 -> leaf(Kind.INT, scope) + " = ANY (" + leaf(Kind.INTS, scope) + ")";
            case 7, 8 ->
                "(" + any(plain, scope, below) + pick(" = ", " > ", " <= ", " IS NOT DISTINCT FROM ")
                        + any(plain, scope, below) + ")";
            case 9 -> "(" + condition(scope, below) + pick(" AND ", " OR ") + condition(scope, below) + ")";
            case 10 -> "NOT (" + condition(scope, below) + ")";
            case 11 -> any(Kind.JSONB, scope, below) + pick(" @> ", " <@ ", " = ") + any(Kind.JSONB, scope, below);
            case 12 -> any(Kind.JSONB, scope, below) + pick(" ? 'a'", " ?| ARRAY['a','z']", " ?& ARRAY['a','b']");
            case 13 -> any(Kind.INTS, scope, below) + pick(" @> ", " && ", " = ", " < ") + any(Kind.INTS, scope, below);
            case 14 ->
                any(Kind.NUMERIC, scope, below) + pick(" BETWEEN ", " NOT BETWEEN ") + any(Kind.INT, scope, below)
                        + " AND " + any(Kind.NUMERIC, scope, below);
            case 15 -> any(Kind.TEXT, scope, below) + " = ANY (" + any(Kind.TEXTS, scope, below) + ")";
            case 16 ->
                "(" + any(Kind.INT, scope, below) + ", " + any(Kind.TEXT, scope, below) + ")"
                        + pick(" = ", " < ", " > ") + "(" + any(Kind.INT, scope, below) + ", "
                        + any(Kind.TEXT, scope, below) + ")";
            case 17 -> "(" + condition(scope, below) + ") IS " + pick("TRUE", "NOT FALSE", "UNKNOWN");
            default -> any(Kind.INT, scope, below) + " > ALL (" + any(Kind.INTS, scope, below) + ")";
        };
    }
}
