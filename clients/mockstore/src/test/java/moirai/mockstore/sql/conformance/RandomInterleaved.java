package moirai.mockstore.sql.conformance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Programs of two or three transactions on three tables with few rows. */
final class RandomInterleaved {

    static final String TABLES = "CREATE TABLE item (id int PRIMARY KEY, n int, u int UNIQUE)"
            + "; CREATE TABLE parent (id int PRIMARY KEY, n int)"
            + "; CREATE TABLE child (id int PRIMARY KEY, p int REFERENCES parent (id))"
            + "; CREATE TABLE kid (id int PRIMARY KEY, p int REFERENCES parent (id) ON DELETE CASCADE "
            + "ON UPDATE CASCADE, q int REFERENCES item (u) ON DELETE SET NULL)"
            + "; INSERT INTO item VALUES (1, 0, 10), (2, 1, 20), (3, 1, NULL)"
            + "; INSERT INTO parent VALUES (1, 0), (2, 0)"
            + "; INSERT INTO child VALUES (1, 1)"
            + "; INSERT INTO kid VALUES (1, 2, 10)";
    static final String READS = "SELECT 'i' AS t, id, n, u FROM item UNION ALL SELECT 'p', id, n, 0 FROM parent"
            + " UNION ALL SELECT 'c', id, p, 0 FROM child UNION ALL SELECT 'k', id, p, q FROM kid";

    private final Random random;

    RandomInterleaved(long seed) {
        this.random = new Random(seed);
    }

    Interleaved program() {
        int count = random.nextInt(3) == 0 ? 3 : 2;
        var sessions = new ArrayList<String>();
        for (int session = 0; session < count; session++) {
            var statements = new ArrayList<String>();
            for (int length = 1 + random.nextInt(count == 3 ? 2 : 3); length > 0; length--) {
                statements.add(statement());
            }
            sessions.add(String.join("; ", statements));
        }
        return Interleaved.of("random", TABLES, READS, sessions.toArray(String[]::new));
    }

    List<Integer> schedule(Interleaved program) {
        var schedule = new ArrayList<Integer>();
        for (int session = 0; session < program.sessions().size(); session++) {
            schedule.addAll(Collections.nCopies(program.steps(session).size(), session));
        }
        Collections.shuffle(schedule, random);
        return schedule;
    }

    private int id() {
        return 1 + random.nextInt(4);
    }

    private int small() {
        return random.nextInt(3);
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String condition() {
        return pick(
                "id = " + id(),
                "n = " + small(),
                "n >= 1",
                "u = " + 10 * id(),
                "id IN (1, 3)",
                "id < 3",
                "n = (SELECT max(n) FROM item)");
    }

    private String lock() {
        return pick("UPDATE", "UPDATE", "NO KEY UPDATE", "SHARE", "KEY SHARE");
    }

    String statement() {
        return switch (random.nextInt(30)) {
            case 0, 1 -> "SELECT id, n, u FROM item";
            case 2 -> "SELECT count(*) FROM item WHERE " + condition();
            case 3 -> "SELECT id, p FROM child";
            case 4, 5, 6 -> "UPDATE item SET n = n + 1 WHERE " + condition();
            case 7 -> "UPDATE item SET n = " + small() + " WHERE " + condition() + " RETURNING id, n, u";
            case 8 -> "UPDATE item SET u = " + 10 * id() + " WHERE id = " + id();
            case 9 -> "UPDATE item SET id = " + id() + " WHERE id = " + id();
            case 10 -> "DELETE FROM item WHERE " + condition();
            case 11 -> "INSERT INTO item VALUES (" + id() + ", " + small() + ", " + pick("NULL", "" + 10 * id()) + ")";
            case 12 -> "INSERT INTO item VALUES (" + id() + ", 0, NULL) ON CONFLICT DO NOTHING";
            case 13 -> "INSERT INTO item VALUES (" + id() + ", 5, NULL) ON CONFLICT (id) DO UPDATE SET n = item.n + 10";
            case 14 ->
                "INSERT INTO item VALUES (" + (4 + small()) + ", 5, " + 10 * id()
                        + ") ON CONFLICT (u) DO UPDATE SET n = item.n + 10";
            case 15 -> "INSERT INTO item SELECT 4, count(*), NULL FROM item WHERE " + condition();
            case 16 -> "INSERT INTO child VALUES (" + (1 + id()) + ", " + id() + ")";
            case 17 -> "UPDATE child SET p = " + id() + " WHERE id = " + id();
            case 18 -> "DELETE FROM child WHERE id < " + id();
            case 19 -> "DELETE FROM parent WHERE id = " + id();
            case 20 -> "UPDATE parent SET n = n + 1 WHERE id = " + id();
            case 21 -> "SELECT id, n FROM item WHERE " + condition() + " FOR " + lock();
            case 22 ->
                "SELECT id, n FROM item WHERE n > 0 ORDER BY n, id LIMIT 1 FOR UPDATE"
                        + pick("", " SKIP LOCKED", " NOWAIT");
            case 23 -> "SAVEPOINT a";
            case 24 -> "ROLLBACK TO a";
            case 25 ->
                "UPDATE item SET n = item.n + parent.n + 1 FROM parent WHERE parent.id <= item.id AND item.n < "
                        + (1 + small());
            case 26 -> "INSERT INTO kid VALUES (" + id() + ", " + id() + ", " + pick("NULL", "" + 10 * id()) + ")";
            case 27 -> "UPDATE parent SET id = " + id() + " WHERE id = " + id();
            case 28 ->
                pick("SELECT * FROM kid", "DELETE FROM kid WHERE p = " + id(), "DELETE FROM parent WHERE id = 2");
            default -> "SELECT id FROM parent WHERE id = " + id() + " FOR " + lock();
        };
    }
}
