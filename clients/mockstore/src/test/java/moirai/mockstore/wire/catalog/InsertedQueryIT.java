package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** INSERT of queries that only PostgreSQL understands; the same on a real server. */
@ResourceLock(Twins.LOCK)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InsertedQueryIT {

    private Twins twins;

    @BeforeAll
    void define() throws SQLException {
        twins = new Twins();
        twins.define("CREATE TABLE t (id int PRIMARY KEY, name text DEFAULT 'none', n bigint CHECK (n < 100))");
    }

    @BeforeEach
    void fill() throws SQLException {
        twins.define("DELETE FROM t", "INSERT INTO t VALUES (1, 'a', 10), (2, 'b', 20)");
    }

    @AfterAll
    void close() throws SQLException {
        twins.close();
    }

    private static String answer(Connection connection, String sql) throws SQLException {
        String answer;
        try (var statement = connection.createStatement()) {
            answer = statement.execute(sql)
                    ? Twins.rows(statement.getResultSet()).toString()
                    : "count " + statement.getUpdateCount();
        } catch (SQLException refused) {
            answer = refused.getSQLState();
        }
        return answer + " " + Twins.rows(connection, "SELECT * FROM t ORDER BY id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t SELECT n, 'x' || n, n FROM unnest(ARRAY[3, 4]) n",
                "INSERT INTO t (n, id) SELECT * FROM unnest(ARRAY[5, 6], ARRAY[3, 4]) RETURNING *",
                "INSERT INTO t SELECT * FROM unnest(ARRAY[1, 3], ARRAY['y', 'z'], ARRAY[7, 8]) ON CONFLICT DO NOTHING"
                        + " RETURNING id, n AS more",
                "INSERT INTO t AS old SELECT * FROM unnest(ARRAY[1, 3], ARRAY['y', 'z'], ARRAY[7, 8]) AS u(a, b, c)"
                        + " ON CONFLICT (id) DO UPDATE SET n = old.n + excluded.n, name = excluded.name"
                        + " WHERE old.n < 100 RETURNING id, name, n",
                "INSERT INTO t (id) SELECT generate_series(3, 6)",
                "INSERT INTO t (id, n) SELECT id + 10, rank() OVER (ORDER BY n DESC) FROM t RETURNING id, n",
                "INSERT INTO t (id, n) WITH RECURSIVE r(x) AS (SELECT 3 UNION ALL SELECT x + 1 FROM r WHERE x < 5)"
                        + " SELECT x, x FROM r",
                "INSERT INTO t (id, n) SELECT a.id + 5, b.n FROM t a JOIN t b ON a.id = b.id JOIN LATERAL (SELECT 1) l"
                        + " ON true ON CONFLICT DO NOTHING",
                "INSERT INTO t SELECT n FROM generate_series(5, 2) n",
                "INSERT INTO t SELECT n FROM generate_series(2, 5) n",
                "INSERT INTO t (id, n) SELECT n, n * 40 FROM generate_series(3, 5) n",
                "INSERT INTO t (id, name) SELECT 5, 'on conflict do nothing returning' FROM generate_series(1, 1)",
                "INSERT INTO t (id, name) SELECT DISTINCT ON (n) n + 3, NULL FROM t ORDER BY n RETURNING name",
                "INSERT INTO t (id) SELECT 'x' || n FROM generate_series(1, 2) n",
                "INSERT INTO t (id) SELECT n, n FROM generate_series(3, 4) n",
                "INSERT INTO t (nope) SELECT n FROM generate_series(3, 4) n",
            })
    void rowsAndErrorsAreThoseOfARealServer(String sql) throws SQLException {
        assertThat(answer(twins.store(), sql)).isEqualTo(answer(twins.real(), sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "preferQueryMode=simple",
                "preferQueryMode=extended",
                "preferQueryMode=extendedCacheEverything&prepareThreshold=1",
                "prepareThreshold=-1&binaryTransfer=true"
            })
    void arraysAreParametersInEveryMode(String options) throws SQLException {
        String sql = "INSERT INTO t SELECT * FROM unnest(?::int[], ?::text[], ?::bigint[])"
                + " ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id, name, n";
        try (var store = twins.store(options);
                var insert = store.prepareStatement(sql)) {
            for (int time = 0; time < 3; time++) {
                insert.setArray(1, store.createArrayOf("int4", new Integer[] {2, 3 + time}));
                insert.setArray(2, store.createArrayOf("text", new String[] {"x,\"y\"", null}));
                insert.setArray(3, store.createArrayOf("int8", new Long[] {7L, null}));
                try (var rows = insert.executeQuery()) {
                    assertThat(Twins.rows(rows))
                            .endsWith(List.of("2", "x,\"y\"", "20"), List.of("" + (3 + time), "null", "null"));
                }
            }
            assertThat(Twins.rows(store, "SELECT count(*) FROM t")).endsWith(List.of("5"));
        }
    }

    @Test
    void itBelongsToItsTransaction() throws SQLException {
        try (var store = twins.store("")) {
            store.setAutoCommit(false);
            Twins.execute(
                    store,
                    "INSERT INTO t (id) SELECT generate_series(3, 6)",
                    "INSERT INTO t (id) SELECT max(id) OVER () + 1 FROM t LIMIT 1");
            assertThat(Twins.rows(store, "SELECT max(id) FROM t")).endsWith(List.of("7"));
            store.rollback();
            assertThat(Twins.rows(store, "SELECT max(id) FROM t")).endsWith(List.of("2"));
            store.commit();
        }
    }

    /** A long list goes to the store in several statements, and is one. */
    @Test
    void manyRowsAreAllInsertedOrNone() throws SQLException {
        Connection store = twins.store();
        Twins.execute(store, "INSERT INTO t SELECT n, 'x', n % 7 FROM generate_series(3, 2500) n");
        assertThat(Twins.rows(store, "SELECT count(*) FROM t")).endsWith(List.of("2500"));
        assertThat(answer(
                        store,
                        "INSERT INTO t SELECT n, 'x', 1 FROM generate_series(2501, 5000) n UNION ALL SELECT 1, '', 1"))
                .startsWith("23505");
        assertThat(Twins.rows(store, "SELECT count(*) FROM t")).endsWith(List.of("2500"));
    }

    @Test
    void whatPostgresWouldAnswerFromItselfIsRefused() throws SQLException {
        assertThat(answer(twins.store(), "INSERT INTO t (id) SELECT (random() * 100)::int FROM generate_series(1, 3)"))
                .startsWith("0A000");
        assertThat(answer(twins.store(), "INSERT INTO t (id) SELECT pid FROM pg_locks"))
                .startsWith("0A000");
    }
}
