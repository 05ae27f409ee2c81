package moirai.mockstore.sql.serial;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Statements of a few transactions on four tables: with a key of one column and one of two, with a unique constraint, a
 * foreign key, and without any key.
 *
 * @param indexes definitions of indexes
 * @param isIndexedLate whether the indexes are defined after the first rows were added
 * @param rows statements that add the first rows
 * @param sessions the transactions of each, which are statements
 */
record Program(List<String> indexes, boolean isIndexedLate, List<String> rows, List<List<List<String>>> sessions) {

    static final List<String> TABLES = List.of(
            "CREATE TABLE t (id int PRIMARY KEY, k int, u int UNIQUE)",
            "CREATE TABLE p (a int, b int, v int NOT NULL, PRIMARY KEY (a, b))",
            "CREATE TABLE h (v int, w int)",
            "CREATE TABLE c (id int PRIMARY KEY, t int REFERENCES t (id) ON DELETE CASCADE)");

    /** Everything that is there in the end. */
    static final List<String> CONTENT =
            List.of("SELECT * FROM t", "SELECT * FROM p", "SELECT * FROM h", "SELECT * FROM c");

    private static final List<String> INDEXES = List.of("t (k)", "t (k, u)", "p (b)", "p (v)", "p (v, b)", "h (v, w)");

    /** Statements that find rows by values of which there may be an index. */
    private static final List<String> BY_VALUE = List.of(
            "SELECT count(*) FROM t WHERE k = #",
            "SELECT id FROM t WHERE k = # AND u = #",
            "SELECT id FROM t WHERE k IN (#, #)",
            "SELECT a, b FROM p WHERE v = ANY('{#,#}')",
            "SELECT count(*) FROM p WHERE a = # AND v = #",
            "SELECT t.id, p.b FROM p JOIN t ON t.k = p.v WHERE p.a = #",
            "SELECT id FROM t WHERE k = # FOR UPDATE",
            "INSERT INTO t VALUES (#, #, NULL) ON CONFLICT DO NOTHING",
            "UPDATE t SET k = # WHERE id = #",
            "UPDATE t SET k = # WHERE k = #",
            "DELETE FROM t WHERE k = #",
            "INSERT INTO p VALUES (#, #, #) ON CONFLICT DO NOTHING",
            "UPDATE p SET v = # WHERE b = #",
            "UPDATE p SET v = # WHERE a = #",
            "DELETE FROM p WHERE v = #");

    /** Few rows, and statements that search two tables by the values that others move to them. */
    private static final List<String> MOVED_ROWS = List.of(
            "INSERT INTO t VALUES (0, #, NULL), (1, #, NULL)", "INSERT INTO p VALUES (0, 0, #), (0, 1, #), (1, 0, #)");

    private static final List<String> COUNTS = List.of(
            "SELECT count(*) FROM t WHERE k = #",
            "SELECT count(*) FROM p WHERE v = #",
            "SELECT count(*) FROM p WHERE a = 0 AND v = #");

    private static final List<String> MOVES = List.of(
            "UPDATE t SET k = # WHERE id = #",
            "UPDATE p SET v = # WHERE a = 0 AND b = #",
            "INSERT INTO p VALUES (1, #, #) ON CONFLICT DO NOTHING",
            "INSERT INTO t VALUES (2, #, NULL) ON CONFLICT DO NOTHING");

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
        indexes = List.copyOf(indexes);
        rows = List.copyOf(rows);
        sessions = List.copyOf(sessions);
    }

    static Program random(Random random) {
        List<String> indexes = INDEXES.stream()
                .filter(index -> random.nextBoolean())
                .map(index -> "CREATE INDEX ON " + index)
                .toList();
        boolean isByValue = random.nextBoolean();
        int count = 2 + random.nextInt(2);
        var sessions = new ArrayList<List<List<String>>>();
        for (int session = 0; session < count; session++) {
            sessions.add(transactions(random, isByValue, count == 2 ? 1 + random.nextInt(2) : 1));
        }
        List<String> rows = IntStream.range(0, random.nextInt(6))
                .mapToObj(row -> filled(WRITES.get(List.of(0, 12, 18, 22).get(random.nextInt(4))), random))
                .map(row -> row.endsWith("NOTHING") || row.contains("h VALUES") ? row : row + " ON CONFLICT DO NOTHING")
                .toList();
        return new Program(indexes, random.nextBoolean(), rows, sessions);
    }

    /** Returns a program whose transactions depend on rows that get, or lose, the values that they search. */
    static Program moving(Random random) {
        return new Program(
                List.of("CREATE INDEX ON t (k)", "CREATE INDEX ON p (v)"),
                random.nextBoolean(),
                MOVED_ROWS.stream().map(row -> filled(row, random, 2)).toList(),
                IntStream.range(0, 2 + random.nextInt(2))
                        .mapToObj(session -> List.of(moving(random, random.nextInt(3))))
                        .toList());
    }

    private static List<String> moving(Random random, int kind) {
        return IntStream.range(0, 2 + random.nextInt(2))
                .mapToObj(statement -> kind == 0 || (kind == 1 && random.nextBoolean()) ? COUNTS : MOVES)
                .map(some -> filled(some.get(random.nextInt(some.size())), random, 2))
                .toList();
    }

    private static List<List<String>> transactions(Random random, boolean isByValue, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> IntStream.range(0, 1 + random.nextInt(3))
                        .mapToObj(statement -> filled(pick(random, isByValue), random))
                        .toList())
                .toList();
    }

    private static String pick(Random random, boolean isByValue) {
        List<String> some = isByValue ? BY_VALUE : random.nextBoolean() ? READS : WRITES;
        return some.get(random.nextInt(some.size()));
    }

    private static String filled(String template, Random random) {
        return filled(template, random, 4);
    }

    private static String filled(String template, Random random, int values) {
        var text = new StringBuilder();
        template.chars()
                .forEach(letter -> text.append(letter == '#' ? "" + random.nextInt(values) : (char) letter + ""));
        return text.toString();
    }
}
