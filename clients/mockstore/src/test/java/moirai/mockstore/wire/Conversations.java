package moirai.mockstore.wire;

import java.nio.charset.StandardCharsets;
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
    private static final int TEXT = 25;

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
        all.put("notifications", notifications());
        all.put("encodings", encodings());
        all.put("chained transactions", chains());
        all.put("cursors and portals", cursors());
        all.put("settings", settings());
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

    private static List<Consumer<WireClient>> settings() {
        return queries(
                "BEGIN; SET TIME ZONE 'Asia/Tokyo'",
                "SET client_encoding = 'LATIN1'",
                "SELECT E'\\u00e9'; ROLLBACK; SELECT E'\\u00e9'",
                "BEGIN; SET intervalstyle = 'iso_8601'; SELECT interval '1 day' AS i",
                "ROLLBACK; SELECT interval '1 day' AS i",
                "BEGIN; SET search_path = pg_catalog",
                "ROLLBACK",
                "SET application_name = 'b'; SELECT 1 / 0",
                "SHOW application_name",
                "BEGIN; SAVEPOINT s",
                "SET LOCAL datestyle = 'ISO, DMY'",
                "ROLLBACK TO s",
                "SET default_transaction_read_only = on",
                "COMMIT",
                "RESET ALL; RESET TIME ZONE",
                "SET LOCAL application_name = 'c'; SHOW application_name",
                "SELECT set_config('application_name', 'd', true); SHOW application_name");
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

    /** Texts whose bytes are in UTF-8, and that a client in another encoding means otherwise. */
    private static List<Consumer<WireClient>> encodings() {
        return List.of(
                client -> client.query("SET client_encoding TO 'latin1'"),
                client -> client.query("SELECT length('é'), 'é' AS \"ü\""),
                client -> client.parse("", "SELECT $1::text, length($1), 'é' AS \"ö\"")
                        .describe('S', "")
                        .bind("", "", "é")
                        .describe('P', "")
                        .execute("", 0)
                        .sync(),
                client -> client.parse("", "SELECT $1::text, length($1)", TEXT)
                        .bindBinary("", "", "é".getBytes(StandardCharsets.UTF_8))
                        .execute("", 0)
                        .sync(),
                client -> client.query("SELECT 1; SELECT E'\\u00e9', E'\\u20ac'"),
                client -> client.query("SELECT '\u20ac' AS three"),
                client -> client.query("SHOW client_encoding"),
                client -> client.query("SET client_encoding TO 'WIN1252'; SELECT E'\\u20ac'"),
                client -> client.query("SET client_encoding TO 'sql-ascii'; SELECT length('é'), E'\\u20ac'"),
                client -> client.query("SET client_encoding TO 'KLINGON'"),
                client -> client.query("SET NAMES 'UTF8'"),
                client -> client.query("SELECT length('é')"));
    }

    private static List<Consumer<WireClient>> chains() {
        List<Consumer<WireClient>> parts = new ArrayList<>(queries(
                "COMMIT AND CHAIN",
                "ROLLBACK AND CHAIN",
                "SELECT 1; COMMIT AND CHAIN",
                "CREATE TABLE chain (id int PRIMARY KEY)",
                "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY",
                "SELECT id FROM chain",
                "COMMIT AND CHAIN",
                "SHOW transaction_isolation",
                "SHOW transaction_read_only",
                "INSERT INTO chain VALUES (1)",
                "COMMIT AND CHAIN",
                "SHOW transaction_read_only",
                "ROLLBACK WORK AND CHAIN",
                "END TRANSACTION AND NO CHAIN",
                "SHOW transaction_read_only",
                "BEGIN",
                "INSERT INTO chain VALUES (1)",
                "COMMIT AND CHAIN",
                "INSERT INTO chain VALUES (2)",
                "ROLLBACK AND CHAIN",
                "SELECT id FROM chain"));
        parts.add(client -> client.parse("", "SELECT id FROM chain")
                .bind("p", "")
                .execute("p", 1)
                .sync());
        parts.add(client -> client.query("COMMIT AND CHAIN"));
        parts.add(client -> client.execute("p", 1).sync());
        parts.add(client -> client.query("ROLLBACK AND NO CHAIN"));
        return parts;
    }

    /** Cursors and portals, which are the same. */
    private static List<Consumer<WireClient>> cursors() {
        return List.of(
                client -> client.query("CREATE TABLE walk (id int PRIMARY KEY, name text)"),
                client -> client.query("INSERT INTO walk VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, NULL)"),
                client -> client.query("BEGIN"),
                client -> client.parse("all", "SELECT id, name FROM walk ORDER BY id")
                        .bindBinary("p", "all")
                        .execute("p", 1)
                        .sync(),
                client -> client.query("MOVE FORWARD 2 IN p"),
                client -> client.query("FETCH p"),
                client -> client.execute("p", 1).execute("p", 1).sync(),
                client -> client.query("FETCH p"),
                client -> client.bind("p", "all").sync(),
                client -> client.query("ROLLBACK"),
                client -> client.query("BEGIN"),
                client -> client.bind("q", "all").sync(),
                client -> client.query("DECLARE plain CURSOR FOR SELECT 1 AS one"),
                client -> client.parse("", "FETCH q")
                        .bindBinary("", "")
                        .describe('P', "")
                        .execute("", 0)
                        .sync(),
                client -> client.query("CLOSE q"),
                client -> client.describe('P', "plain")
                        .execute("plain", 1)
                        .execute("plain", 1)
                        .close('P', "plain")
                        .sync(),
                client -> client.query("FETCH plain"),
                client -> client.query("ROLLBACK"),
                client -> client.query("BEGIN"),
                client -> client.query("DECLARE raw BINARY CURSOR FOR SELECT id, name, id * 1.5 AS n FROM walk"
                        + " WHERE id > 3 ORDER BY id"),
                client -> client.query("FETCH raw"),
                client -> client.parse("", "FETCH raw")
                        .describe('S', "")
                        .bind("", "")
                        .describe('P', "")
                        .execute("", 0)
                        .sync(),
                client -> client.query("MOVE BACKWARD ALL IN raw"),
                client -> client.execute("raw", 0).sync(),
                client -> client.query("CLOSE ALL"),
                client -> client.query("COMMIT"),
                client -> client.query("BEGIN"),
                client -> client.bind("r", "all").execute("r", 3).sync(),
                client -> client.query("FETCH BACKWARD 1 FROM r"),
                client -> client.query("ROLLBACK"));
    }

    /** A session that tells itself something. */
    private static List<Consumer<WireClient>> notifications() {
        return List.of(
                client -> client.query("LISTEN jobs"),
                client -> client.query("NOTIFY jobs, 'one'; SELECT 1"),
                client -> client.query("BEGIN; NOTIFY jobs; NOTIFY jobs, 'two'; NOTIFY jobs"),
                client -> client.query("COMMIT"),
                client -> client.query("BEGIN; NOTIFY jobs; ROLLBACK"),
                client -> client.query("NOTIFY jobs; SELECT 1 / 0"),
                client -> client.parse("", "SELECT pg_notify($1, $2)")
                        .describe('S', "")
                        .bind("", "", "jobs", "three")
                        .execute("", 0)
                        .flush()
                        .sync(),
                client -> client.parse("", "NOTIFY jobs, 'four'")
                        .bind("", "")
                        .describe('P', "")
                        .execute("", 0)
                        .execute("", 0)
                        .sync(),
                client -> client.query("UNLISTEN *; NOTIFY jobs"));
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
                client -> client.query("UPDATE bits SET e = 'infinity', f = '-infinity', n = '-infinity'"),
                client -> client.parse("", "SELECT e, f, n FROM bits WHERE e = $1")
                        .bindBinary("", "", new byte[] {127, -1, -1, -1, -1, -1, -1, -1})
                        .execute("", 0)
                        .sync(),
                client -> client.parse("", "SELECT a FROM bits WHERE a = $1", INT4)
                        .bindBinary("", "", new byte[] {7})
                        .execute("", 0)
                        .sync());
    }
}
