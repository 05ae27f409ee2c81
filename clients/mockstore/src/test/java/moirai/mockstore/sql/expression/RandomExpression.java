package moirai.mockstore.sql.expression;

import java.util.List;
import java.util.Random;

/** Draws expressions of all types, mostly well typed, with nulls, limits and errors. */
final class RandomExpression {

    private static final List<String> NUMBERS = List.of(
            "s",
            "i",
            "b",
            "n",
            "m",
            "r",
            "d",
            "ni",
            "nn",
            "0",
            "1",
            "2",
            "-3",
            "7",
            "2147483647",
            "1.5",
            "0.001",
            "100.00",
            "-2.5",
            "3000000000",
            "NULL",
            "'5'",
            "i::numeric(6,1)",
            "d::real",
            "'12'::smallint");
    private static final List<String> TEXTS = List.of(
            "t",
            "v",
            "c",
            "nt",
            "'abc'",
            "'Hello'",
            "''",
            "'a%'",
            "'_b%'",
            "'x y z'",
            "NULL",
            "'ä€'",
            "'ÉÀ ßǆ Σσς'",
            "i::text",
            "v::char(2)",
            "'12'",
            "t::varchar(3)",
            "' pad '");
    private static final List<String> TIMES = List.of(
            "dt",
            "ts",
            "tz",
            "DATE '2023-12-31'",
            "TIMESTAMP '2000-01-01 10:20:30.123456'",
            "ts::date",
            "dt::timestamp");

    private final Random random;

    RandomExpression(Random random) {
        this.random = random;
    }

    String any(int depth) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> number(depth);
            case 3, 4 -> text(depth);
            case 5, 6, 7 -> truth(depth);
            case 8 -> time(depth);
            default -> mixed(depth);
        };
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String number(int depth) {
        if (depth <= 0) {
            return pick(NUMBERS);
        }
        String left = number(depth - 1);
        String right = number(depth - 1);
        return switch (random.nextInt(16)) {
            case 0 -> pick(NUMBERS);
            case 1, 2, 3, 4 -> "(" + left + " " + pick(List.of("+", "-", "*", "/", "%")) + " " + right + ")";
            case 5 -> left + " " + pick(List.of("+", "-", "*")) + " " + right + " * " + number(depth - 1);
            case 6 -> pick(List.of("abs", "ceil", "floor", "round", "sign", "trunc")) + "(" + left + ")";
            case 7 -> "round((" + left + ")::numeric, " + random.nextInt(-2, 4) + ")";
            case 8 -> "coalesce(" + left + ", " + right + ")";
            case 9 -> pick(List.of("greatest", "least")) + "(" + left + ", " + right + ")";
            case 10 -> "nullif(" + left + ", " + right + ")";
            case 11 -> "CASE WHEN " + truth(depth - 1) + " THEN " + left + " ELSE " + right + " END";
            case 12 ->
                "(" + left + ")::" + pick(List.of("int", "bigint", "numeric(12,3)", "double precision", "smallint"));
            case 13 -> "length(" + text(depth - 1) + ")";
            case 14 -> "position(" + text(depth - 1) + " in " + text(depth - 1) + ")";
            default -> "-(" + left + ")";
        };
    }

    private String text(int depth) {
        if (depth <= 0) {
            return pick(TEXTS);
        }
        String left = text(depth - 1);
        return switch (random.nextInt(14)) {
            case 0 -> pick(TEXTS);
            case 1, 2 -> "(" + left + " || " + text(depth - 1) + ")";
            case 3 ->
                pick(List.of("upper", "lower", "initcap", "reverse", "md5", "trim", "ltrim", "rtrim")) + "(" + left
                        + ")";
            case 4 -> "substring(" + left + ", " + random.nextInt(-2, 5) + ", " + random.nextInt(0, 5) + ")";
            case 5 -> pick(List.of("left", "right")) + "(" + left + ", " + random.nextInt(-3, 6) + ")";
            case 6 ->
                pick(List.of("lpad", "rpad")) + "(" + left + ", " + random.nextInt(0, 9) + ", " + text(depth - 1) + ")";
            case 7 -> "replace(" + left + ", " + text(depth - 1) + ", " + text(depth - 1) + ")";
            case 8 -> "concat(" + left + ", " + any(depth - 1) + ")";
            case 9 -> "coalesce(" + left + ", " + text(depth - 1) + ")";
            case 10 -> "(" + number(depth - 1) + ")::text";
            case 11 -> "CASE WHEN " + truth(depth - 1) + " THEN " + left + " ELSE " + text(depth - 1) + " END";
            case 12 -> left + " || " + number(depth - 1);
            default -> "split_part(" + left + ", ' ', " + random.nextInt(-2, 3) + ")";
        };
    }

    private String truth(int depth) {
        if (depth <= 0) {
            return pick(List.of("p", "np", "true", "false", "NULL", "i = 42", "ni > 3", "'t'", "v = 'abc'"));
        }
        String compare = " " + pick(List.of("=", "<>", "<", "<=", ">", ">=")) + " ";
        return switch (random.nextInt(16)) {
            case 0, 1 -> "(" + truth(depth - 1) + " AND " + truth(depth - 1) + ")";
            case 2, 3 -> "(" + truth(depth - 1) + " OR " + truth(depth - 1) + ")";
            case 4 -> "NOT " + "(" + truth(depth - 1) + ")";
            case 5, 6 -> number(depth - 1) + compare + number(depth - 1);
            case 7 -> text(depth - 1) + compare + text(depth - 1);
            case 8 -> time(depth - 1) + compare + time(depth - 1);
            case 9 -> "(" + any(depth - 1) + ") IS " + pick(List.of("NULL", "NOT NULL"));
            case 10 ->
                "(" + truth(depth - 1) + ") IS " + pick(List.of("TRUE", "NOT TRUE", "FALSE", "UNKNOWN", "NOT UNKNOWN"));
            case 11 ->
                number(depth - 1) + pick(List.of(" IN (", " NOT IN (")) + number(0) + ", " + number(0) + ", "
                        + number(0) + ")";
            case 12 ->
                number(depth - 1) + pick(List.of(" BETWEEN ", " NOT BETWEEN ", " BETWEEN SYMMETRIC ")) + number(0)
                        + " AND " + number(0);
            case 13 -> text(depth - 1) + pick(List.of(" LIKE ", " NOT LIKE ", " ILIKE ")) + text(0);
            case 14 ->
                number(depth - 1) + pick(List.of(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM ")) + number(depth - 1);
            default -> "(" + number(0) + ", " + text(0) + ")" + compare + "(" + number(0) + ", " + text(0) + ")";
        };
    }

    private String time(int depth) {
        if (depth <= 0) {
            return pick(TIMES);
        }
        return switch (random.nextInt(6)) {
            case 0 -> time(depth - 1) + " + INTERVAL '1 day 02:00:00'";
            case 1 -> time(depth - 1) + " - INTERVAL '3 months'";
            case 2 ->
                "date_trunc('" + pick(List.of("day", "month", "hour", "week", "year")) + "', " + time(depth - 1) + ")";
            case 3 -> "dt + " + random.nextInt(100);
            case 4 -> "coalesce(" + time(depth - 1) + ", " + time(depth - 1) + ")";
            default -> time(0);
        };
    }

    private String mixed(int depth) {
        if (depth <= 0) {
            return pick(List.of("u", "x", "tm", "iv", "i", "t"));
        }
        return switch (random.nextInt(5)) {
            case 0 ->
                "extract(" + pick(List.of("year", "month", "day", "dow", "doy", "week", "quarter", "epoch")) + " from "
                        + time(depth - 1) + ")";
            case 1 -> time(0) + " - " + time(0);
            case 2 -> any(depth - 1) + " || " + any(depth - 1);
            case 3 ->
                "(" + any(depth - 1) + ")::"
                        + pick(List.of("text", "int", "varchar(4)", "boolean", "date", "numeric(5,2)"));
            default -> "coalesce(" + any(depth - 1) + ", " + any(depth - 1) + ")";
        };
    }
}
