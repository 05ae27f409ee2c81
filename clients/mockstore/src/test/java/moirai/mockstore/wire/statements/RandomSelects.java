package moirai.mockstore.wire.statements;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.mockstore.wire.statements.Tables.Column;
import moirai.mockstore.wire.statements.Tables.Table;

/** Queries whose rows, but not their order, are determined by what the tables hold. */
final class RandomSelects {

    private static final int DEPTH = 2;

    private final Random random;
    private final Tables tables;
    private final RandomExpressions expressions;

    RandomSelects(Random random, Tables tables, RandomExpressions expressions) {
        this.random = random;
        this.tables = tables;
        this.expressions = expressions;
    }

    private String pick(String... choices) {
        return expressions.pick(choices);
    }

    String select() {
        Table table = tables.any();
        return switch (random.nextInt(18)) {
            case 0, 1 -> plain(table);
            case 2, 3 -> windows(table);
            case 4, 5 -> grouped(table);
            case 6 -> joined(table, tables.any());
            case 7 -> common(table, tables.any());
            case 8 -> recursive(table);
            case 9 -> sets(table, tables.any());
            case 10 -> lateral(table, tables.any());
            case 11 -> series(table);
            case 12 -> distinctOn(table);
            case 13 -> elements(table);
            case 14 -> correlated(table, tables.any());
            case 15 -> values();
            case 16 ->
                "SELECT id, " + pick("row(t.*)::text", "to_jsonb(t)", "jsonb_build_array(id, row(t.*))") + " AS w FROM "
                        + table.name() + " t" + where(table.qualified("t"));
            default -> "SELECT * FROM " + table.name() + " ORDER BY id";
        };
    }

    String where(List<Column> scope) {
        return switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> " WHERE " + expressions.condition(scope, 1);
            default -> " WHERE " + expressions.condition(scope, DEPTH);
        };
    }

    /** Returns columns of a result, with labels c1, c2 and so on. */
    private String items(List<Column> scope, List<Kind> kinds) {
        return IntStream.range(0, kinds.size())
                .mapToObj(at -> expressions.any(kinds.get(at), scope, DEPTH) + " AS c" + (at + 1))
                .collect(Collectors.joining(", "));
    }

    private List<Kind> kinds(int count) {
        return IntStream.range(0, count).mapToObj(at -> Kind.any(random)).toList();
    }

    private List<Kind> plainKinds(int count) {
        return IntStream.range(0, count)
                .mapToObj(at -> Kind.PLAIN.get(random.nextInt(Kind.PLAIN.size())))
                .toList();
    }

    private String page(int columns) {
        return random.nextInt(3) > 0
                ? ""
                : " ORDER BY "
                        + IntStream.rangeClosed(1, columns)
                                .mapToObj(at -> at + pick("", " DESC", " NULLS FIRST"))
                                .collect(Collectors.joining(", "))
                        + pick("", " LIMIT 3", " LIMIT 4 OFFSET 1", " FETCH FIRST 2 ROWS ONLY");
    }

    private String plain(Table table) {
        String label = pick("", "", "t");
        List<Column> scope = label.isEmpty() ? table.columns() : table.qualified(label);
        return "SELECT " + (random.nextInt(5) == 0 ? "DISTINCT " : "") + items(scope, kinds(1 + random.nextInt(3)))
                + " FROM " + table.name() + " " + label + where(scope);
    }

    private String windows(Table table) {
        List<Column> scope = table.columns();
        String partition = random.nextBoolean()
                ? "PARTITION BY " + expressions.any(plainKinds(1).getFirst(), scope, 1) + " "
                : "";
        String frame = pick(
                "",
                "",
                " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
                " ROWS UNBOUNDED PRECEDING",
                " RANGE BETWEEN 2 PRECEDING AND 1 FOLLOWING",
                " GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING EXCLUDE TIES");
        String over = frame.contains("RANGE")
                ? "(" + partition + "ORDER BY id" + frame + ")"
                : "(" + partition + "ORDER BY "
                        + expressions.any(plainKinds(1).getFirst(), scope, 1)
                        + pick("", " DESC", " NULLS FIRST") + ", id" + frame + ")";
        String number = expressions.any(pick("i").isEmpty() ? Kind.INT : Kind.NUMERIC, scope, 1);
        String function = pick(
                "row_number()",
                "rank()",
                "dense_rank()",
                "ntile(2)",
                "cume_dist()",
                "percent_rank()",
                "lag(" + expressions.any(Kind.any(random), scope, 1) + ")",
                "lead(" + number + ", 1, 0)",
                "first_value(" + expressions.any(Kind.any(random), scope, 1) + ")",
                "nth_value(id, 2)",
                "sum(" + number + ")",
                "avg(" + number + ")",
                "count(*) FILTER (WHERE " + expressions.condition(scope, 1) + ")",
                "max(" + expressions.any(Kind.TEXT, scope, 1) + ")",
                "array_agg(id)",
                "string_agg(" + expressions.any(Kind.TEXT, scope, 1) + ", '/')");
        boolean isNamed = random.nextInt(4) == 0;
        String window = "SELECT id, " + function + " OVER " + (isNamed ? "w" : over) + " AS f FROM " + table.name()
                + where(scope) + (isNamed ? " WINDOW w AS " + over : "");
        return random.nextInt(4) == 0 ? "SELECT * FROM (" + window + ") x WHERE f IS NOT NULL" : window;
    }

    private String aggregate(List<Column> scope) {
        String one = expressions.any(Kind.any(random), scope, 1);
        String number = expressions.any(random.nextBoolean() ? Kind.INT : Kind.NUMERIC, scope, 1);
        String plain = expressions.any(plainKinds(1).getFirst(), scope, 1);
        String text = expressions.any(Kind.TEXT, scope, 1);
        String call = pick(
                "count(*)",
                "count(" + one + ")",
                "count(DISTINCT " + plain + ")",
                "sum(" + number + ")",
                "avg(" + number + ")",
                "min(" + plain + ")",
                "max(" + plain + ")",
                "bool_and(" + expressions.condition(scope, 1) + ")",
                "every(" + expressions.condition(scope, 0) + ")",
                "array_agg(" + one + " ORDER BY id)",
                "array_agg(DISTINCT " + plain + ")",
                "string_agg(" + text + ", ',' ORDER BY id DESC)",
                "string_agg(DISTINCT " + text + ", '')",
                "jsonb_agg(" + one + " ORDER BY id)",
                "json_agg(" + one + " ORDER BY id)",
                "jsonb_object_agg(id, " + one + ")",
                "bit_or(" + expressions.any(Kind.INT, scope, 1) + ")",
                "var_pop(" + number + ")",
                "percentile_disc(0.5) WITHIN GROUP (ORDER BY " + number + ")",
                "mode() WITHIN GROUP (ORDER BY " + plain + ")");
        return call
                + (random.nextInt(4) == 0 && !call.contains("WITHIN")
                        ? " FILTER (WHERE " + expressions.condition(scope, 1) + ")"
                        : "");
    }

    private String grouped(Table table) {
        List<Column> scope = table.columns();
        String key = expressions.any(plainKinds(1).getFirst(), scope, 1);
        String other = expressions.any(plainKinds(1).getFirst(), scope, 1);
        String having = random.nextInt(3) == 0
                ? " HAVING " + pick("count(*) > 1", "min(id) < 4", "max(id) IS NOT NULL AND count(*) < 9")
                : "";
        return switch (random.nextInt(4)) {
            case 0 ->
                "SELECT " + aggregate(scope) + ", " + aggregate(scope) + " FROM " + table.name() + where(scope)
                        + having;
            case 1 ->
                "SELECT " + key + " AS k, " + other + " AS o, " + aggregate(scope) + ", grouping(1) FROM "
                        + table.name() + where(scope) + " GROUP BY 1";
            case 2 ->
                "SELECT k, o, " + pick("count(*)", "sum(id)", "array_agg(id ORDER BY id)") + " FROM (SELECT " + key
                        + " AS k, " + other + " AS o, id FROM " + table.name() + where(scope) + ") x GROUP BY "
                        + pick("ROLLUP (k, o)", "CUBE (k, o)", "GROUPING SETS ((k), (o), ())", "k, o");
            default ->
                "SELECT " + key + " AS k, " + aggregate(scope) + " AS a, " + aggregate(scope) + " FROM " + table.name()
                        + where(scope) + " GROUP BY 1" + having;
        };
    }

    private String joined(Table one, Table other) {
        List<Column> scope = new ArrayList<>(one.qualified("a"));
        scope.addAll(other.qualified("b"));
        String join = pick("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");
        String on = pick("a.id = b.id", "a.id < b.id", "a.id = b.id AND " + expressions.condition(scope, 1));
        on = join.equals("FULL JOIN") ? "a.id = b.id" : on;
        return switch (random.nextInt(5)) {
            case 0 ->
                "SELECT * FROM " + one.name() + " a " + pick("NATURAL JOIN", "NATURAL LEFT JOIN") + " (SELECT id FROM "
                        + other.name() + where(other.columns()) + ") b";
            case 1 ->
                "SELECT id, " + expressions.any(Kind.any(random), one.qualified("a"), 1) + " AS v FROM " + one.name()
                        + " a " + join + " " + other.name() + " b USING (id)";
            default ->
                "SELECT a.id AS x, b.id AS y, " + items(scope, kinds(2)) + " FROM " + one.name() + " a " + join + " "
                        + other.name() + " b ON " + on + where(scope);
        };
    }

    private String common(Table one, Table other) {
        return switch (random.nextInt(3)) {
            case 0 ->
                "WITH x AS " + pick("", "MATERIALIZED ", "NOT MATERIALIZED ") + "(SELECT id, "
                        + items(one.columns(), kinds(1)) + " FROM " + one.name() + where(one.columns())
                        + "), y (n) AS (SELECT id FROM " + other.name() + where(other.columns())
                        + ") SELECT x.id, c1, n FROM x " + pick("JOIN", "LEFT JOIN") + " y ON y.n = x.id";
            case 1 ->
                "WITH x AS (SELECT count(*) AS many FROM " + one.name() + where(one.columns()) + ") SELECT id, many + "
                        + expressions.any(Kind.INT, other.columns(), 1) + " AS s FROM " + other.name() + ", x";
            default ->
                "WITH x AS (SELECT * FROM " + one.name() + where(one.columns())
                        + ") SELECT (SELECT count(*) FROM x), (SELECT max(id) FROM x), array(SELECT id FROM x ORDER BY"
                        + " id) AS ids";
        };
    }

    private String recursive(Table table) {
        return switch (random.nextInt(3)) {
            case 0 ->
                "WITH RECURSIVE r (n, path) AS (SELECT id, ARRAY[id] FROM " + table.name()
                        + " WHERE id <= 2 UNION ALL SELECT t.id, path || t.id FROM r JOIN " + table.name()
                        + " t ON t.id = r.n + 1 WHERE " + expressions.condition(table.qualified("t"), 1)
                        + ") SELECT * FROM r";
            case 1 ->
                "WITH RECURSIVE r (n, s) AS (VALUES (1, 'x'::text) UNION " + pick("", "ALL ")
                        + "SELECT n + 1, s || n FROM r WHERE n < 5) SELECT r.*, t.id FROM r LEFT JOIN " + table.name()
                        + " t ON t.id = n";
            default ->
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT (n * 2) % 7 FROM r) SELECT n, (SELECT count(*) FROM "
                        + table.name() + " WHERE id > n) FROM r";
        };
    }

    private String sets(Table one, Table other) {
        int columns = 1 + random.nextInt(2);
        List<Kind> kinds = plainKinds(columns);
        return "SELECT " + items(one.columns(), kinds) + " FROM " + one.name() + where(one.columns()) + " "
                + pick("UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL") + " SELECT "
                + items(other.columns(), kinds) + " FROM " + other.name() + where(other.columns()) + page(columns);
    }

    private String lateral(Table one, Table other) {
        List<Column> scope = new ArrayList<>(one.qualified("a"));
        scope.addAll(other.qualified("b"));
        return "SELECT a.id AS x, l.* FROM " + one.name() + " a "
                + pick("JOIN LATERAL", "LEFT JOIN LATERAL")
                + " (SELECT b.id, " + items(scope, kinds(1)) + " FROM " + other.name() + " b WHERE b.id >= a.id"
                + " ORDER BY b.id LIMIT 2) l ON true";
    }

    private String series(Table table) {
        return switch (random.nextInt(3)) {
            case 0 ->
                "SELECT n, count(t.id) FROM generate_series(" + random.nextInt(3) + ", 5" + pick("", ", 2") + ") AS n"
                        + " LEFT JOIN " + table.name() + " t ON t.id = n" + " GROUP BY n";
            case 1 ->
                "SELECT d::date, (SELECT count(*) FROM " + table.name() + " WHERE id < 3) FROM"
                        + " generate_series(DATE '2024-01-30', DATE '2024-02-02', INTERVAL '1 day') AS d";
            default ->
                "SELECT v.*, t.id FROM (VALUES (1, 'a', NULL), (2, NULL, 2.5), (9, 'c', 1)) AS v (i, t, n) JOIN "
                        + table.name() + " t ON t.id >= v.i";
        };
    }

    private String distinctOn(Table table) {
        List<Column> scope = table.columns();
        String key = expressions.any(plainKinds(1).getFirst(), scope, 1);
        return "SELECT DISTINCT ON (" + key + ") id, " + items(scope, kinds(1)) + " FROM " + table.name() + where(scope)
                + " ORDER BY " + key + pick("", " DESC", " NULLS FIRST") + ", id";
    }

    private String elements(Table table) {
        List<Column> scope = table.qualified("t");
        return switch (random.nextInt(5)) {
            case 0 ->
                "SELECT t.id, e FROM " + table.name() + " t, unnest(" + expressions.any(Kind.INTS, scope, 1) + ") AS e";
            case 1 ->
                "SELECT t.id, e.* FROM " + table.name() + " t CROSS JOIN LATERAL unnest("
                        + expressions.any(Kind.TEXTS, scope, 1) + ") WITH ORDINALITY AS e (word, nr)";
            case 2 ->
                "SELECT t.id, k.* FROM " + table.name() + " t, jsonb_each(CASE WHEN jsonb_typeof("
                        + expressions.leaf(Kind.JSONB, scope) + ") = 'object' THEN "
                        + expressions.leaf(Kind.JSONB, scope) + " ELSE '{}' END) k";
            case 3 ->
                "SELECT t.id, r.* FROM " + table.name() + " t, jsonb_to_record(" + expressions.leaf(Kind.JSONB, scope)
                        + ") AS r (a text, b jsonb)";
            default ->
                "SELECT id, unnest(" + expressions.any(Kind.INTS, table.columns(), 1) + ") AS e FROM " + table.name();
        };
    }

    private String values() {
        Kind kind = Kind.any(random);
        String rows = IntStream.range(0, 3)
                .mapToObj(row -> "(" + row + ", " + expressions.any(kind, List.of(), 1) + ")")
                .collect(Collectors.joining(", "));
        return switch (random.nextInt(4)) {
            case 0 -> "VALUES " + rows + " ORDER BY 1";
            case 1 -> "SELECT DISTINCT x FROM (VALUES " + rows + ") v (i, x)";
            case 2 ->
                "SELECT count(*), max(i) FROM (VALUES " + rows + ") v (i, x) WHERE x = "
                        + expressions.any(kind, List.of(), 1);
            default -> "WITH v (i, x) AS (VALUES " + rows + ") SELECT v.i, w.i FROM v JOIN v w ON v.x = w.x";
        };
    }

    private String correlated(Table one, Table other) {
        List<Column> scope = new ArrayList<>(one.qualified("a"));
        scope.addAll(other.qualified("b"));
        String condition = expressions.condition(scope, 1);
        return switch (random.nextInt(4)) {
            case 0 ->
                "SELECT a.id, (SELECT " + aggregate(other.columns()).replaceAll("\\bid\\b", "b.id") + " FROM "
                        + other.name() + " b WHERE b.id <= a.id) AS s FROM " + one.name() + " a";
            case 1 ->
                "SELECT a.id FROM " + one.name() + " a WHERE " + pick("", "NOT ") + "EXISTS (SELECT FROM "
                        + other.name() + " b WHERE " + condition + ")";
            case 2 ->
                "SELECT id FROM " + one.name() + " WHERE "
                        + expressions.any(Kind.INT, one.columns(), 1) + pick(" IN ", " NOT IN ", " < ANY ", " >= ALL ")
                        + "(SELECT " + expressions.any(Kind.INT, other.columns(), 1) + " FROM " + other.name() + ")";
            default ->
                "SELECT a.id, (SELECT array_agg(b.id ORDER BY b.id) FROM " + other.name() + " b WHERE " + condition
                        + ") AS l FROM " + one.name() + " a";
        };
    }
}
