package moirai.mockstore.sql.conformance;

import java.util.List;
import java.util.Random;

/** Queries over the tables of {@link RandomStatements}; what is cut by LIMIT is ordered by unique columns. */
final class RandomQueries {

    static final List<String> WORDS = List.of("ann", "Bob", "carl", "dora", "Eve", "x_y", "100%");

    private final Random random;

    RandomQueries(Random random) {
        this.random = random;
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String text() {
        return pick(List.of("NULL", "'Rome'", "'Oslo'", "''", "'it''s'", "'ab'", "'" + pick(WORDS) + "'"));
    }

    String select() {
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> plain();
            case 3 -> join();
            case 4 -> outerJoin();
            case 5, 6 -> grouped();
            case 7 -> whole();
            case 8 -> distinct();
            case 9 -> inQuery();
            case 10 -> union();
            case 11 -> derived();
            case 12 -> correlated();
            default -> odd();
        };
    }

    private String table() {
        return pick(List.of("account", "account", "item", "branch", "pair"));
    }

    private String key(String table) {
        return table.equals("pair") ? "a, b" : "id";
    }

    private String plain() {
        String table = table();
        String columns =
                random.nextInt(4) == 0 ? "*" : value(table, 2) + " AS v1, " + value(table, 1) + ", " + key(table);
        String order = random.nextBoolean()
                ? " ORDER BY " + value(table, 0) + pick(List.of("", " DESC", " ASC NULLS FIRST", " DESC NULLS LAST"))
                        + ", "
                        + key(table)
                        + (random.nextBoolean()
                                ? " LIMIT " + random.nextInt(6) + pick(List.of("", " OFFSET 2", " OFFSET 0"))
                                : "")
                : "";
        return "SELECT " + columns + " FROM " + table + " WHERE " + condition(table, 2) + order
                + pick(List.of("", "", "", "", " FOR UPDATE"));
    }

    private String join() {
        return pick(List.of(
                "SELECT a.id, a.owner, b.name FROM account a JOIN branch b ON b.id = a.branch_id WHERE "
                        + "b.city IS NOT NULL",
                "SELECT a.owner, i.qty * i.price AS total FROM account a, item i WHERE a.id = i.account_id AND i.qty > "
                        + random.nextInt(5),
                "SELECT x.id, y.id FROM account x JOIN account y ON x.branch_id = y.branch_id AND x.id < y.id",
                "SELECT a.id, b.city, i.note FROM item i JOIN account a ON a.id = i.account_id JOIN branch "
                        + "b ON b.id = a.branch_id "
                        + "ORDER BY a.id, i.id LIMIT 5",
                "SELECT count(*) FROM account CROSS JOIN branch",
                "SELECT id, owner, city FROM account NATURAL JOIN (SELECT id, city FROM branch) z",
                "SELECT id, owner, name FROM account JOIN branch USING (id) WHERE active",
                "SELECT a.*, b.name FROM account a INNER JOIN branch b ON a.branch_id = b.id AND a.balance > b.id"));
    }

    private String outerJoin() {
        return pick(List.of(
                "SELECT a.id, b.name FROM account a LEFT JOIN branch b ON b.id = a.branch_id WHERE "
                        + pick(List.of("b.id IS NULL", "a.active", "b.city = 'Rome' OR b.city IS NULL")),
                "SELECT b.id, count(a.id), sum(a.balance) FROM branch b LEFT JOIN account a ON "
                        + "a.branch_id = b.id GROUP BY b.id",
                "SELECT a.owner, b.name FROM account a RIGHT JOIN branch b ON b.id = a.branch_id AND a.active",
                "SELECT a.owner, b.name FROM account a FULL JOIN branch b ON b.id = a.branch_id",
                "SELECT a.id, i.id FROM account a LEFT JOIN item i ON i.account_id = a.id AND i.qty "
                        + "> 2 ORDER BY a.id, i.id"));
    }

    private String grouped() {
        String having = pick(List.of(
                "",
                "",
                " HAVING count(*) > 1",
                " HAVING sum(balance) > 10 OR sum(balance) IS NULL",
                " HAVING max(owner) < 'd'"));
        return pick(List.of(
                "SELECT branch_id, count(*), sum(balance), avg(balance), min(opened), max(owner) FROM "
                        + "account GROUP BY branch_id"
                        + having,
                "SELECT active, branch_id, count(score), avg(score), sum(score) FROM account GROUP BY 1, 2" + having
                        + " ORDER BY 1, 2",
                "SELECT lower(owner) AS name, count(DISTINCT branch_id), bool_and(active), bool_or(active) "
                        + "FROM account GROUP BY "
                        + "lower(owner)" + having + " ORDER BY name",
                "SELECT branch_id % 3 AS part, sum(balance) FILTER (WHERE active) FROM account GROUP BY branch_id % 3"
                        + having,
                "SELECT account_id, sum(qty), avg(qty), sum(price), min(note), max(tag) FROM item GROUP BY account_id",
                "SELECT account_id, string_agg(note, ',' ORDER BY note, id) FROM item GROUP BY account_id "
                        + "ORDER BY account_id",
                "SELECT a, count(*), max(c), sum(b) FROM pair GROUP BY a HAVING count(*) >= 1 ORDER BY "
                        + "count(*) DESC, a",
                "SELECT extract(year FROM opened) AS y, count(*) FROM account GROUP BY y ORDER BY y NULLS FIRST"));
    }

    private String whole() {
        String table = table();
        String value = value(table, 1);
        return "SELECT count(*), count(" + value + "), count(DISTINCT " + value + "), max("
                + key(table).substring(0, 1) + pickRest(table) + ") FROM " + table + " WHERE " + condition(table, 1);
    }

    private static String pickRest(String table) {
        return table.equals("pair") ? "" : "d";
    }

    private String distinct() {
        return pick(List.of(
                "SELECT DISTINCT branch_id, active FROM account",
                "SELECT DISTINCT owner FROM account ORDER BY owner",
                "SELECT DISTINCT branch_id + 1 AS n FROM account ORDER BY n DESC LIMIT 3",
                "SELECT DISTINCT qty, price FROM item WHERE qty IS NOT NULL ORDER BY 1, 2",
                "SELECT DISTINCT coalesce(city, '-') FROM branch",
                "SELECT DISTINCT ON (branch_id) branch_id, id FROM account ORDER BY branch_id, id"));
    }

    private String inQuery() {
        return pick(List.of(
                "SELECT id FROM account WHERE branch_id IN (SELECT id FROM branch WHERE " + condition("branch", 1)
                        + ")",
                "SELECT id FROM account WHERE branch_id NOT IN (SELECT id FROM branch WHERE " + condition("branch", 1)
                        + ")",
                "SELECT id FROM account a WHERE EXISTS (SELECT 1 FROM item i WHERE i.account_id = a.id AND "
                        + "i.qty > 1)",
                "SELECT id FROM account a WHERE NOT EXISTS (SELECT * FROM item WHERE account_id = a.id)",
                "SELECT id FROM account WHERE balance > ALL (SELECT price FROM item WHERE price IS NOT NULL)",
                "SELECT id FROM account WHERE balance = ANY (SELECT balance FROM account WHERE id < 5)",
                "SELECT a, b FROM pair WHERE (a, b) IN (SELECT b, a FROM pair)",
                "SELECT id FROM account WHERE balance = (SELECT max(balance) FROM account)",
                "SELECT id FROM account WHERE id = (SELECT account_id FROM item WHERE qty = " + random.nextInt(4)
                        + ")"));
    }

    private String union() {
        return "SELECT id FROM account WHERE " + condition("account", 1) + " "
                + pick(List.of("UNION", "UNION ALL", "INTERSECT", "EXCEPT")) + " SELECT account_id FROM item WHERE "
                + condition("item", 1) + pick(List.of("", " ORDER BY 1", " ORDER BY id LIMIT 4"));
    }

    private String derived() {
        return pick(List.of(
                "SELECT t.n, count(*) FROM (SELECT branch_id AS n FROM account WHERE " + condition("account", 1)
                        + ") t GROUP BY t.n",
                "SELECT max(total) FROM (SELECT account_id, sum(qty) AS total FROM item GROUP BY account_id) s",
                "WITH rich AS (SELECT id, balance FROM account WHERE balance > 50) SELECT count(*), "
                        + "sum(balance) FROM rich",
                "WITH x AS (SELECT a, b FROM pair), y AS (SELECT a FROM x WHERE b > 2) SELECT x.a, x.b FROM "
                        + "x JOIN y ON x.a = y.a",
                "SELECT * FROM (VALUES (1, 'a'), (2, NULL), (3, 'c')) AS v (n, t) WHERE n > 1 ORDER BY n DESC"));
    }

    private String correlated() {
        return pick(List.of(
                "SELECT id, (SELECT count(*) FROM item i WHERE i.account_id = a.id) AS items FROM account a "
                        + "ORDER BY items, id",
                "SELECT id, (SELECT name FROM branch WHERE id = branch_id) FROM account",
                "SELECT id FROM account a WHERE balance > (SELECT avg(balance) FROM account x WHERE "
                        + "x.branch_id = a.branch_id)",
                "SELECT name, (SELECT sum(balance) FROM account WHERE branch_id = branch.id AND active) FROM branch"));
    }

    private String odd() {
        return pick(List.of(
                "SELECT 1 / (id - " + random.nextInt(12) + ") FROM branch",
                "SELECT nosuch FROM account",
                "SELECT id FROM nosuch",
                "SELECT id, count(*) FROM account",
                "SELECT owner FROM account GROUP BY branch_id",
                "SELECT id FROM account a JOIN branch b ON a.branch_id = b.id",
                "SELECT sum(owner) FROM account",
                "SELECT owner + 1 FROM account",
                "SELECT id FROM account WHERE count(*) > 1",
                "SELECT id FROM account WHERE owner = 5",
                "SELECT (SELECT id FROM branch) FROM account",
                "INSERT INTO branch (id) VALUES (1, 2)",
                "INSERT INTO branch (id, nosuch) VALUES (1, 2)",
                "UPDATE branch SET nosuch = 1",
                "SELECT id FROM account UNION SELECT owner FROM account",
                "SELECT id FROM account UNION SELECT id, name FROM branch",
                "SELECT id FROM account ORDER BY 7",
                "SELECT DISTINCT id FROM account ORDER BY owner",
                "SELECT row_number() OVER (ORDER BY id) FROM account",
                "SELECT account.id FROM account a",
                "DELETE FROM account WHERE 1",
                "SELECT id FROM account LIMIT -1"));
    }

    /** A value of the table's columns. */
    String value(String table, int depth) {
        String number = switch (table) {
            case "account" -> pick(List.of("balance", "branch_id", "score", "id"));
            case "item" -> pick(List.of("qty", "price", "account_id"));
            case "branch" -> "id";
            default -> pick(List.of("a", "b"));
        };
        String text = switch (table) {
            case "account" -> "owner";
            case "item" -> pick(List.of("note", "tag"));
            case "branch" -> pick(List.of("name", "city"));
            default -> "c";
        };
        if (depth == 0) {
            return random.nextBoolean() ? number : text;
        }
        return switch (random.nextInt(12)) {
            case 0 -> number + " + " + random.nextInt(10);
            case 1 -> number + " * 2 - 1";
            case 2 -> "coalesce(" + number + ", 0)";
            case 3 -> "upper(" + text + ")";
            case 4 -> text + " || '!' ";
            case 5 -> "length(" + text + ")";
            case 6 -> "CASE WHEN " + condition(table, depth - 1) + " THEN " + number + " ELSE -1 END";
            case 7 -> "CASE " + text + " WHEN 'ann' THEN 'A' WHEN 'Bob' THEN 'B' END";
            case 8 -> "nullif(" + number + ", 1)";
            case 9 -> "(" + number + ")::text";
            case 10 -> "round((" + number + ") / 3.0, 2)";
            default -> number + " % 4";
        };
    }

    /** A condition on the table's columns. */
    String condition(String table, int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            return "(" + condition(table, depth - 1) + pick(List.of(" AND ", " OR ")) + condition(table, depth - 1)
                    + ")";
        }
        if (depth > 0 && random.nextInt(8) == 0) {
            return "NOT " + "(" + condition(table, depth - 1) + ")";
        }
        return condition(table);
    }

    private String condition(String table) {
        int n = random.nextInt(20);
        return switch (table) {
            case "account" ->
                pick(List.of(
                        "id = " + n,
                        "id < " + n,
                        "balance > " + n * 10,
                        "balance BETWEEN 0 AND " + n * 20,
                        "owner = '" + pick(WORDS) + "'",
                        "owner LIKE '%" + pick(List.of("a", "o", "e", "\\_", "\\%")) + "%'",
                        "owner ILIKE 'b%'",
                        "branch_id IS NULL",
                        "branch_id IN (1, 2, " + n + ")",
                        "active",
                        "active IS NOT TRUE",
                        "opened > '2023-06-01'",
                        "score = 5000000000",
                        "(id, branch_id) = (" + n + ", 1)",
                        "balance <> id",
                        "opened IS NOT DISTINCT FROM NULL",
                        "score + 1 > id"));
            case "item" ->
                pick(List.of(
                        "id > " + n,
                        "qty > " + n % 5,
                        "price IS NULL",
                        "note LIKE '_o%'",
                        "tag = 'ab'",
                        "account_id = " + n,
                        "price * qty > 10",
                        "made < '2024-03-01'",
                        "note IN ('x', 'note')",
                        "tag < 'abc'",
                        "qty NOT IN (1, 2)"));
            case "branch" ->
                pick(List.of(
                        "id = " + n % 12,
                        "city = 'Rome'",
                        "city IS NULL",
                        "name > 'B3'",
                        "name LIKE 'B1%'",
                        "id % 2 = 0",
                        "length(city) > 2"));
            default ->
                pick(List.of(
                        "a = b",
                        "a > " + n % 8,
                        "b <= " + n % 8,
                        "c IS NULL",
                        "c = 'ab'",
                        "d > 1",
                        "(a, b) < (3, 4)",
                        "a = " + n % 8 + " AND b = " + n % 7,
                        "d IS NOT NULL"));
        };
    }
}
