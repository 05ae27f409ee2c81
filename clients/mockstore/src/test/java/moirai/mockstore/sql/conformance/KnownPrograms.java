package moirai.mockstore.sql.conformance;

import java.util.List;

/** Small programs whose behaviour on PostgreSQL is known from practice. */
final class KnownPrograms {

    private static final String TABLES = RandomInterleaved.TABLES;
    private static final String READS = RandomInterleaved.READS;

    /** All programs. */
    static final List<Interleaved> ALL = List.of(
            program(
                    "increment by read, then write",
                    "SELECT n FROM item WHERE id = 1; UPDATE item SET n = 1 WHERE id = 1",
                    "SELECT n FROM item WHERE id = 1; UPDATE item SET n = 1 WHERE id = 1"),
            program(
                    "atomic increments",
                    "UPDATE item SET n = n + 1 WHERE id = 1",
                    "UPDATE item SET n = n + 1 WHERE id = 1",
                    "UPDATE item SET n = n + 1 WHERE id = 1"),
            program(
                    "increment under a lock",
                    "SELECT n FROM item WHERE id = 1 FOR UPDATE; UPDATE item SET n = n + 1 WHERE id = 1",
                    "SELECT n FROM item WHERE id = 1 FOR UPDATE; UPDATE item SET n = n + 1 WHERE id = 1"),
            program(
                    "shared locks beside one who waits to change the row",
                    "SELECT n FROM item WHERE id = 1 FOR SHARE",
                    "UPDATE item SET n = n + 1 WHERE id = 1",
                    "SELECT n FROM item WHERE id = 1 FOR SHARE"),
            program(
                    "a stronger lock beside one who waits",
                    "SELECT n FROM item WHERE id = 1 FOR SHARE; SELECT n FROM item WHERE id = 1 FOR UPDATE",
                    "SELECT n FROM item WHERE id = 1 FOR SHARE",
                    "UPDATE item SET n = n + 1 WHERE id = 1"),
            program(
                    "locks of keys beside one who waits",
                    "SELECT n FROM item WHERE id = 1 FOR SHARE",
                    "UPDATE item SET n = n + 1 WHERE id = 1",
                    "SELECT n FROM item WHERE id = 1 FOR KEY SHARE; DELETE FROM item WHERE id = 1"),
            program(
                    "insert or read",
                    "INSERT INTO item VALUES (7, 1, NULL) ON CONFLICT DO NOTHING; SELECT n FROM item WHERE id = 7",
                    "INSERT INTO item VALUES (7, 2, NULL) ON CONFLICT DO NOTHING; SELECT n FROM item WHERE id = 7"),
            program(
                    "upsert",
                    "INSERT INTO item VALUES (7, 1, NULL) ON CONFLICT (id) DO UPDATE SET n = item.n + 1",
                    "INSERT INTO item VALUES (7, 1, NULL) ON CONFLICT (id) DO UPDATE SET n = item.n + 1",
                    "DELETE FROM item WHERE id = 7"),
            program(
                    "a predicate that moves",
                    "UPDATE item SET n = n + 1",
                    "DELETE FROM item WHERE n = 1; SELECT id, n FROM item"),
            program(
                    "double booking by count",
                    "SELECT count(*) FROM item WHERE n = 5; INSERT INTO item VALUES (7, 5, NULL)",
                    "SELECT count(*) FROM item WHERE n = 5; INSERT INTO item VALUES (8, 5, NULL)"),
            program(
                    "unique insert",
                    "INSERT INTO item VALUES (7, 1, 70)",
                    "INSERT INTO item VALUES (8, 1, 70)",
                    "DELETE FROM item WHERE u = 70"),
            program(
                    "foreign key",
                    "INSERT INTO child VALUES (7, 2); UPDATE parent SET n = 5 WHERE id = 2",
                    "DELETE FROM parent WHERE id = 2",
                    "UPDATE parent SET n = n + 1 WHERE id = 2"),
            program(
                    "a foreign key to a row whose primary key changes",
                    "INSERT INTO kid VALUES (7, NULL, 20); SELECT q FROM kid",
                    "UPDATE item SET id = 8 WHERE id = 2"),
            program(
                    "a foreign key to values that change",
                    "SELECT 1; INSERT INTO kid VALUES (7, NULL, 20)",
                    "UPDATE item SET u = 25 WHERE id = 2"),
            program(
                    "deadlock",
                    "UPDATE item SET n = n + 1 WHERE id = 1; UPDATE item SET n = n + 1 WHERE id = 2",
                    "UPDATE item SET n = n + 1 WHERE id = 2; UPDATE item SET n = n + 1 WHERE id = 1"),
            program(
                    "a deadlock after a savepoint",
                    "UPDATE item SET n = n + 1 WHERE id = 1; SAVEPOINT a; UPDATE item SET n = n + 1 WHERE id = 2; "
                            + "ROLLBACK TO a; SELECT n FROM item WHERE id <= 2",
                    "UPDATE item SET n = n + 10 WHERE id = 2; UPDATE item SET n = n + 10 WHERE id = 1"),
            program(
                    "a refused update after a savepoint",
                    "SELECT n FROM item WHERE id = 1; SAVEPOINT a; UPDATE item SET n = 5 WHERE id = 1; ROLLBACK TO a; "
                            + "SELECT n FROM item WHERE id = 1",
                    "UPDATE item SET n = 7 WHERE id = 1"),
            program(
                    "a row that is made again",
                    "DELETE FROM item WHERE id = 1; INSERT INTO item VALUES (1, 0, NULL)",
                    "UPDATE item SET n = n + 1 WHERE n = 0"),
            program(
                    "a row whose key changes",
                    "UPDATE item SET id = 9 WHERE id = 1",
                    "UPDATE item SET n = n + 1 WHERE n = 0",
                    "DELETE FROM item WHERE id = 9"),
            program(
                    "queue",
                    "SELECT id FROM item WHERE n = 1 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED; "
                            + "UPDATE item SET n = 2 WHERE id = 2",
                    "SELECT id FROM item WHERE n = 1 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED; "
                            + "UPDATE item SET n = 3 WHERE id = 3"),
            program(
                    "keys of several rows",
                    "UPDATE item SET u = u + 5 WHERE n <= 1",
                    "INSERT INTO item VALUES (8, 1, 15); UPDATE item SET n = 5 WHERE id = 2"),
            program(
                    "primary keys of several rows",
                    "UPDATE item SET id = id + 10 WHERE n >= 0",
                    "UPDATE item SET n = 5 WHERE id = 3; INSERT INTO item VALUES (12, 0, NULL)"),
            program(
                    "a row that is locked and not changed",
                    "UPDATE item SET n = 5 WHERE n = 0; SELECT 1",
                    "UPDATE item SET n = 3 WHERE id = 1",
                    "INSERT INTO item VALUES (1, 9, NULL)"),
            program(
                    "an upsert that changes nothing",
                    "INSERT INTO item VALUES (1, 1, NULL) ON CONFLICT (id) DO UPDATE SET n = 5 WHERE item.n > 100",
                    "INSERT INTO item VALUES (1, 9, NULL) ON CONFLICT DO NOTHING",
                    "UPDATE item SET n = n + 1 WHERE id = 1"),
            program(
                    "a lock in a read-only transaction",
                    "SET TRANSACTION READ ONLY; SELECT id FROM item WHERE id = 1 FOR UPDATE",
                    "UPDATE item SET n = 3 WHERE id = 1"),
            program(
                    "a lock in an outer join",
                    "SELECT 1; SELECT item.id, child.p FROM item LEFT JOIN child ON child.p = item.id "
                            + "FOR UPDATE OF item",
                    "UPDATE parent SET n = 2 WHERE id = 1"),
            program(
                    "a sub-query about a column that does not change",
                    "UPDATE item SET n = n + 10 WHERE EXISTS (SELECT 1 FROM parent WHERE parent.id = item.id)",
                    "UPDATE item SET n = 2 WHERE id = 2; UPDATE parent SET id = 7 WHERE id = 1"),
            program(
                    "a sub-query about a column that changes",
                    "UPDATE item SET n = n + 10 WHERE EXISTS (SELECT 1 FROM parent WHERE parent.id = item.n)",
                    "UPDATE item SET n = 2 WHERE id = 2"));

    private KnownPrograms() {}

    private static Interleaved program(String name, String... sessions) {
        return Interleaved.of(name, TABLES, READS, sessions);
    }
}
