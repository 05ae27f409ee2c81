package moirai.mockstore.sql.serial;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Statements of a few transactions on four tables: with a key of one column and one of two, with a unique constraint, a
 * foreign key, and without any key.
 *
 * @param rows statements that add the first rows
 * @param sessions the transactions of each, which are statements
 */
record Program(List<String> rows, List<List<List<String>>> sessions) {

    static final List<String> TABLES = List.of(
            "CREATE TABLE t (id int PRIMARY KEY, k int, u int UNIQUE)",
            "CREATE TABLE p (a int, b int, v int NOT NULL, PRIMARY KEY (a, b))",
            "CREATE TABLE h (v int, w int)",
            "CREATE TABLE c (id int PRIMARY KEY, t int REFERENCES t (id) ON DELETE CASCADE)");

    /** Everything that is there in the end. */
    static final List<String> CONTENT =
            List.of("SELECT * FROM t", "SELECT * FROM p", "SELECT * FROM h", "SELECT * FROM c");

    private static final List<String> READS = List.of(
            "SELECT * FROM t WHERE id = #",
            "SELECT id, k FROM t WHERE u = #",
            "SELECT id FROM t WHERE k = #",
            "SELECT id FROM t WHERE k IS NULL OR u > #",
            "SELECT count(*), sum(k) FROM t",
            "SELECT count(*) FROM t WHERE id > #",
            "SELECT id FROM t WHERE id IN (#, #) AND k < #",
            "SELECT id FROM t ORDER BY id DESC LIMIT 1",
            "SELECT k, count(*) FROM t GROUP BY k HAVING count(*) > 1",
            "SELECT b, v FROM p WHERE a = #",
            "SELECT v FROM p WHERE a = # AND b = #",
            "SELECT a FROM p WHERE b = # AND v <> #",
            "SELECT max(v) FROM p WHERE a = # AND b >= #",
            "SELECT * FROM h WHERE v = #",
            "SELECT count(*), max(w) FROM h",
            "SELECT t.id, c.id FROM t LEFT JOIN c ON c.t = t.id WHERE t.k = #",
            "SELECT c.id, t.k FROM c JOIN t ON c.t = t.id AND t.k <> #",
            "SELECT p.b, t.u FROM p, t WHERE p.a = # AND t.id = p.v",
            "SELECT EXISTS (SELECT 1 FROM p WHERE v = #), (SELECT count(*) FROM c)",
            "SELECT id FROM t WHERE id NOT IN (SELECT v FROM p WHERE a = #)",
            "SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM c WHERE c.t = t.id)",
            "SELECT id FROM t UNION SELECT v FROM h WHERE w = #",
            "SELECT * FROM t WHERE id = # FOR UPDATE",
            "SELECT b FROM p WHERE a = # AND v = # FOR UPDATE");

    private static final List<String> WRITES = List.of(
            "INSERT INTO t VALUES (#, #, #) ON CONFLICT DO NOTHING",
            "INSERT INTO t VALUES (#, #, #) ON CONFLICT (id) DO UPDATE SET k = t.k + excluded.k RETURNING k",
            "INSERT INTO t VALUES (#, #, NULL)",
            "INSERT INTO t (id, k) SELECT max(id) + 1, count(*) FROM t RETURNING id",
            "UPDATE t SET k = k + 1 WHERE id = #",
            "UPDATE t SET k = # WHERE k = # RETURNING id",
            "UPDATE t SET u = # WHERE id = #",
            "UPDATE t SET id = # WHERE id = #",
            "UPDATE t SET k = (SELECT count(*) FROM p WHERE p.a = t.id) WHERE u IS NOT NULL",
            "UPDATE t SET k = p.v FROM p WHERE p.a = t.id AND p.b = #",
            "DELETE FROM t WHERE id = #",
            "DELETE FROM t WHERE k > # RETURNING id",
            "INSERT INTO p VALUES (#, #, #) ON CONFLICT DO NOTHING",
            "INSERT INTO p SELECT a, b + 1, v FROM p WHERE a = # ON CONFLICT DO NOTHING",
            "UPDATE p SET v = v + 1 WHERE a = #",
            "UPDATE p SET b = b + 2 WHERE a = # AND v = #",
            "DELETE FROM p WHERE a = # AND b < #",
            "DELETE FROM p USING t WHERE t.id = p.v AND t.k = #",
            "INSERT INTO h VALUES (#, #)",
            "INSERT INTO h SELECT count(*), # FROM h",
            "UPDATE h SET w = w + 1 WHERE v = #",
            "DELETE FROM h WHERE v = #",
            "INSERT INTO c VALUES (#, #) ON CONFLICT DO NOTHING",
            "UPDATE c SET t = # WHERE id = #",
            "DELETE FROM c WHERE t = #");

    Program {
        rows = List.copyOf(rows);
        sessions = List.copyOf(sessions);
    }

    static Program random(Random random) {
        int count = 2 + random.nextInt(2);
        var sessions = new ArrayList<List<List<String>>>();
        for (int session = 0; session < count; session++) {
            sessions.add(transactions(random, count == 2 ? 1 + random.nextInt(2) : 1));
        }
        List<String> rows = IntStream.range(0, random.nextInt(6))
                .mapToObj(row -> filled(WRITES.get(List.of(0, 12, 18, 22).get(random.nextInt(4))), random))
                .map(row -> row.endsWith("NOTHING") || row.contains("h VALUES") ? row : row + " ON CONFLICT DO NOTHING")
                .toList();
        return new Program(rows, sessions);
    }

    private static List<List<String>> transactions(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> IntStream.range(0, 1 + random.nextInt(3))
                        .mapToObj(statement -> filled(pick(random), random))
                        .toList())
                .toList();
    }

    private static String pick(Random random) {
        List<String> some = random.nextBoolean() ? READS : WRITES;
        return some.get(random.nextInt(some.size()));
    }

    private static String filled(String template, Random random) {
        var text = new StringBuilder();
        template.chars().forEach(letter -> text.append(letter == '#' ? "" + random.nextInt(4) : (char) letter + ""));
        return text.toString();
    }
}
