package moirai.mockstore.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The messages that clients send after the startup; each part ends with the message that makes a server ready for the
 * next.
 */
final class Conversations {

    private static final int INT4 = 23;
    private static final int INT8 = 20;
    private static final int NUMERIC = 1700;

    private Conversations() {}

    /** All of them, by name. Each begins with an empty database, and leaves what it made. */
    static Map<String, List<Consumer<WireClient>>> all() {
        Map<String, List<Consumer<WireClient>>> all = new LinkedHashMap<>();
        all.put("simple queries", simple());
        all.put("transactions", transactions());
        all.put("implicit transactions", implicit());
        all.put("extended queries", extended());
        all.put("extended errors", extendedErrors());
        all.put("portals", portals());
        all.put("pipelines", pipelines());
        all.put("binary formats", binary());
        return all;
    }

    private static List<Consumer<WireClient>> queries(String... texts) {
        List<Consumer<WireClient>> parts = new ArrayList<>();
        for (String text : texts) {
            parts.add(client -> client.query(text));
        }
        return parts;
    }

    private static List<Consumer<WireClient>> simple() {
        return queries(
                "",
                " ; -- nothing\n /* at /* all */ */ ;",
                "CREATE TABLE simple (id int PRIMARY KEY, name varchar(20), price numeric(10,2), at timestamp)",
                "INSERT INTO simple VALUES (1, 'pen', 2.50, '2024-02-29 12:34:56.789'), (2, NULL, NULL, NULL)",
                "SELECT * FROM simple ORDER BY id",
                "SELECT id, name AS n, price * 2 AS twice FROM simple WHERE id = 1",
                "SELECT id FROM simple WHERE id = 9",
                "UPDATE simple SET price = 3 WHERE id = 1",
                "DELETE FROM simple WHERE id = 2",
                "SELECT COUNT(*) FROM simple",
                "INSERT INTO simple VALUES ((2), ('in'), (NULL), (NULL)), (3, (('more')), 1, NULL)",
                "INSERT INTO simple VALUES ((4), ('alone'), (NULL), (NULL))",
                "SELECT id, name FROM simple ORDER BY id",
                "INSERT INTO simple VALUES (1, 'again', 1, NULL)",
                "SELECT nothing FROM simple",
                "SELECT * FROM missing",
                "SELECT FROM WHERE",
                "SELECT 'a' AS a, 1 AS b, 1.5 AS c, true AS d, NULL AS e",
                "SELECT 1/0");
    }

    private static List<Consumer<WireClient>> transactions() {
        return queries(
                "CREATE TABLE acts (id int PRIMARY KEY, value int)",
                "BEGIN",
                "BEGIN",
                "INSERT INTO acts VALUES (1, 1)",
                "COMMIT",
                "COMMIT",
                "ROLLBACK",
                "BEGIN",
                "INSERT INTO acts VALUES (1, 1)",
                "SELECT 1",
                "COMMIT",
                "START TRANSACTION",
                "INSERT INTO acts VALUES (2, 2)",
                "SAVEPOINT s",
                "INSERT INTO acts VALUES (2, 2)",
                "ROLLBACK TO SAVEPOINT s",
                "INSERT INTO acts VALUES (3, 3)",
                "END",
                "SELECT * FROM acts ORDER BY id",
                "SAVEPOINT alone");
    }

    private static List<Consumer<WireClient>> implicit() {
        return queries(
                "CREATE TABLE scripts (id int PRIMARY KEY)",
                "INSERT INTO scripts VALUES (1); INSERT INTO scripts VALUES (2); SELECT COUNT(*) FROM scripts",
                "INSERT INTO scripts VALUES (3); INSERT INTO scripts VALUES (1); INSERT INTO scripts VALUES (4)",
                "SELECT COUNT(*) FROM scripts",
                "INSERT INTO scripts VALUES (5); COMMIT; INSERT INTO scripts VALUES (5)",
                "INSERT INTO scripts VALUES (6); BEGIN; INSERT INTO scripts VALUES (7)",
                "ROLLBACK",
                "SELECT id FROM scripts ORDER BY id",
                "BEGIN; INSERT INTO scripts VALUES (8); COMMIT; SELECT COUNT(*) FROM scripts");
    }

    private static List<Consumer<WireClient>> extended() {
        return List.of(
                client -> client.query("CREATE TABLE ext (id int PRIMARY KEY, name text, big int8)"),
                client -> client.parse("", "INSERT INTO ext VALUES ($1, $2, $3)")
                        .describe('S', "")
                        .bind("", "", "1", "one", "10000000000")
                        .describe('P', "")
                        .execute("", 0)
                        .sync(),
                client -> client.parse("find", "SELECT name, big FROM ext WHERE id = $1", INT4)
                        .describe('S', "find")
                        .sync(),
                client -> client.bind("", "find", "1").execute("", 0).sync(),
                client -> client.bind("", "find", "null").execute("", 0).sync(),
                client -> client.close('S', "find").close('S', "never was").sync(),
                client -> client.bind("", "find", "1").execute("", 0).sync(),
                client -> client.parse("", "")
                        .bind("", "")
                        .describe('P', "")
                        .execute("", 0)
                        .sync(),
                client -> client.parse("", "DELETE FROM ext WHERE id = $1 RETURNING id, name")
                        .bind("", "", "1")
                        .describe('P', "")
                        .execute("", 0)
                        .sync(),
                WireClient::sync);
    }

    private static List<Consumer<WireClient>> extendedErrors() {
        return List.of(
                client -> client.query("CREATE TABLE errs (id int PRIMARY KEY)"),
                client -> client.parse("", "SELECT * FROM missing")
                        .bind("", "")
                        .execute("", 0)
                        .sync(),
                client -> client.parse("", "SELECT id FROM errs WHERE id = $1")
                        .bind("", "", "not a number")
                        .execute("", 0)
                        .sync(),
                client -> client.parse("", "SELECT id FROM errs WHERE id = $1")
                        .bind("", "")
                        .sync(),
                client -> client.parse("", "SELECT 1; SELECT 2").sync(),
                client -> client.parse("twice", "SELECT 1")
                        .parse("twice", "SELECT 2")
                        .sync(),
                client -> client.execute("missing", 0).sync(),
                client -> client.describe('P', "missing").query("SELECT 1").sync(),
                client -> client.query("BEGIN"),
                client -> client.parse("", "SELECT * FROM missing").sync(),
                client -> client.parse("", "SELECT 1").sync(),
                client ->
                        client.parse("", "ROLLBACK").bind("", "").execute("", 0).sync());
    }

    private static List<Consumer<WireClient>> portals() {
        return List.of(
                client -> client.query("CREATE TABLE rows (id int PRIMARY KEY)"),
                client -> client.query("INSERT INTO rows VALUES (1), (2), (3), (4), (5)"),
                client -> client.query("BEGIN"),
                client -> client.parse("all", "SELECT id FROM rows ORDER BY id")
                        .bind("p", "all")
                        .describe('P', "p")
                        .execute("p", 2)
                        .sync(),
                client -> client.execute("p", 2).sync(),
                client -> client.execute("p", 2).sync(),
                client -> client.execute("p", 2).sync(),
                client ->
                        client.bind("q", "all").execute("q", 5).execute("q", 5).sync(),
                client -> client.close('P', "q").execute("q", 1).sync(),
                client -> client.query("ROLLBACK"),
                client -> client.execute("p", 2).sync());
    }

    private static List<Consumer<WireClient>> pipelines() {
        return List.of(
                client -> client.query("CREATE TABLE pipe (id int PRIMARY KEY)"),
                client -> client.parse("add", "INSERT INTO pipe VALUES ($1)")
                        .bind("", "add", "1")
                        .execute("", 0)
                        .bind("", "add", "2")
                        .execute("", 0)
                        .sync(),
                client -> client.bind("", "add", "3")
                        .execute("", 0)
                        .bind("", "add", "1")
                        .execute("", 0)
                        .bind("", "add", "4")
                        .execute("", 0)
                        .sync(),
                client -> client.query("SELECT id FROM pipe ORDER BY id"),
                client -> client.parse("", "BEGIN")
                        .bind("", "")
                        .execute("", 0)
                        .bind("", "add", "5")
                        .execute("", 0)
                        .sync(),
                client -> client.parse("", "COMMIT").bind("", "").execute("", 0).sync(),
                client -> client.query("SELECT COUNT(*) FROM pipe"));
    }

    private static List<Consumer<WireClient>> binary() {
        byte[] seven = {0, 0, 0, 7};
        byte[] big = {0, 0, 0, 0, 0, 0, 1, 0};
        // Two digits of base 10,000, the first of them before the point: 12.34, with a scale of 2.
        byte[] numeric = {0, 2, 0, 0, 0, 0, 0, 2, 0, 12, 0x0D, 0x48};
        return List.of(
                client ->
                        client.query("CREATE TABLE bits (a int4, b int8, c numeric(10,2), d text, e timestamp, f date,"
                                + " g uuid, h bytea, i boolean, j float8, k float4, l int2, m time, n timestamptz)"),
                client -> client.parse("", "INSERT INTO bits (a, b, c) VALUES ($1, $2, $3)", INT4, INT8, NUMERIC)
                        .bindBinary("", "", seven, big, numeric)
                        .execute("", 0)
                        .sync(),
                client -> client.query("UPDATE bits SET d = 'text', e = '2024-02-29 12:34:56.789', f = '1999-12-31',"
                        + " g = '00112233-4455-6677-8899-aabbccddeeff', h = '\\x00ff', i = true, j = 1.5, k = -0.25,"
                        + " l = -2, m = '23:59:59.999999', n = '2024-02-29 12:34:56+02'"),
                client -> client.parse("", "SELECT * FROM bits")
                        .bindBinary("", "")
                        .describe('P', "")
                        .execute("", 0)
                        .sync(),
                client -> client.query("SELECT * FROM bits"),
                client -> client.parse("", "SELECT a FROM bits WHERE a = $1", INT4)
                        .bindBinary("", "", new byte[] {7})
                        .execute("", 0)
                        .sync());
    }
}
