package moirai.mockstore.sql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;
import org.junit.jupiter.api.Test;

/** Two sessions that take jobs from a queue, at read committed, on the store and on a real PostgreSQL. */
class LockConformanceIT {

    /** The number of a session, and its statement, of which none waits. */
    private static final String SCRIPT = """
            1 CREATE TABLE job (id int PRIMARY KEY, queue text, state text, priority int)
            1 INSERT INTO job VALUES (1, 'a', 'new', 3), (2, 'b', 'new', 2), (3, 'a', 'new', 1), (4, 'a', 'done', 0)
            1 BEGIN
            1 SELECT id FROM job WHERE state = 'new' ORDER BY priority LIMIT 1 FOR UPDATE SKIP LOCKED
            2 BEGIN
            2 SELECT id FROM job WHERE state = 'new' ORDER BY priority LIMIT 1 FOR UPDATE SKIP LOCKED
            2 SELECT id FROM job WHERE id = 3 FOR UPDATE NOWAIT
            2 ROLLBACK
            2 BEGIN
            2 SELECT id FROM job WHERE id = 4 FOR NO KEY UPDATE NOWAIT
            2 SELECT id FROM job WHERE queue = 'b' FOR UPDATE NOWAIT
            2 SELECT id FROM job WHERE state = 'new' ORDER BY id FOR UPDATE SKIP LOCKED
            1 SELECT id FROM job ORDER BY id FOR UPDATE SKIP LOCKED
            1 UPDATE job SET state = 'done' WHERE id = 3
            1 SELECT id FROM job WHERE state = 'done' ORDER BY id FOR UPDATE SKIP LOCKED
            2 SELECT id, state FROM job ORDER BY id
            1 COMMIT
            2 SELECT id FROM job WHERE state = 'new' ORDER BY id FOR UPDATE SKIP LOCKED
            2 SELECT id, state FROM job WHERE state = 'done' ORDER BY id FOR UPDATE SKIP LOCKED
            2 COMMIT
            1 BEGIN
            1 UPDATE job SET priority = 9 WHERE id = 2
            2 SELECT id FROM job WHERE queue = 'b' FOR UPDATE SKIP LOCKED
            2 SELECT id FROM job WHERE queue = 'b' FOR UPDATE NOWAIT
            2 SELECT id FROM job ORDER BY id DESC LIMIT 2 OFFSET 1 FOR UPDATE SKIP LOCKED
            2 UPDATE job SET state = 'taken' WHERE id = \
            (SELECT id FROM job WHERE state = 'new' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id
            1 ROLLBACK
            1 DELETE FROM job WHERE id IN \
            (SELECT id FROM job WHERE state = 'done' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id
            1 SELECT * FROM job ORDER BY id
            1 SELECT a.id FROM job a JOIN job b ON a.queue = b.queue AND a.id < b.id \
            ORDER BY a.id FOR UPDATE OF a SKIP LOCKED
            """;

    @Test
    void rowsThatOthersHaveLockedAreLeftOutOrRefusedAsOnPostgres() throws SQLException {
        var options = new StoreOptions(
                IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, new Seed(1), Chooser.latest(new Seed(1)));
        var database = new SqlDatabase(new MockStore(options));
        List<StoreSide> stores = List.of(new StoreSide(database), new StoreSide(database));
        try (var first = new PostgresSide();
                PostgresSide second = first.another()) {
            List<PostgresSide> servers = List.of(first, second);
            for (String line : SCRIPT.lines().toList()) {
                int session = line.charAt(0) - '1';
                String sql = line.substring(2);
                Reply mine = stores.get(session).execute(sql, true);
                Reply theirs = servers.get(session).execute(sql, true);
                assertThat(mine.agrees(theirs))
                        .as("%s%n    store    %s%n    postgres %s", line, mine, theirs)
                        .isTrue();
            }
        }
    }
}
