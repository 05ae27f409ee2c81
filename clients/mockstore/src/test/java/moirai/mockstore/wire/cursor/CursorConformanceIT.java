package moirai.mockstore.wire.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.mockstore.wire.catalog.Twins;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cursors of the store and of a real server, side by side. */
@ResourceLock(Twins.LOCK)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CursorConformanceIT {

    private static final long SEED = Long.getLong("moirai.seed", 42);
    private static final int SCRIPTS = Integer.getInteger("moirai.scripts", 40);
    private static final int STEPS = 25;

    private static final List<String> QUERIES = List.of(
            "SELECT id, name FROM t ORDER BY id",
            "SELECT id, name FROM t WHERE id > 3 ORDER BY id DESC",
            "SELECT id FROM t WHERE false",
            "SELECT id, row_number() OVER (ORDER BY name DESC) FROM t ORDER BY id",
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 4) SELECT n FROM r",
            "VALUES (1, 'x'), (2, NULL)");

    /** Cursors and the ends of their transactions and savepoints. */
    private static final String LIVES = """
            DECLARE c CURSOR FOR SELECT 1
            DECLARE h SCROLL CURSOR WITH HOLD FOR SELECT id, row_number() OVER (ORDER BY id) FROM t ORDER BY id
            FETCH 2 h
            BEGIN
            DECLARE c CURSOR FOR SELECT id FROM t ORDER BY id
            DECLARE c CURSOR FOR SELECT 1
            ROLLBACK
            FETCH h
            BEGIN
            DECLARE c CURSOR FOR SELECT id FROM t ORDER BY id
            DECLARE i CURSOR WITH HOLD FOR SELECT relname FROM pg_class WHERE relname = 't'
            FETCH c
            COMMIT
            FETCH c
            FETCH i
            FETCH PRIOR FROM h
            BEGIN
            DECLARE j CURSOR WITH HOLD FOR SELECT 1
            SAVEPOINT s
            DECLARE k CURSOR FOR SELECT 2
            FETCH k
            ROLLBACK TO s
            FETCH k
            ROLLBACK TO s
            FETCH j
            RELEASE s
            ROLLBACK
            FETCH j
            CLOSE h
            CLOSE h
            CLOSE ALL
            FETCH i
            FETCH PRIOR 2 FROM c
            BEGIN
            DECLARE c CURSOR FOR DELETE FROM t
            ROLLBACK
            BEGIN
            DECLARE c CURSOR FOR WITH d AS (DELETE FROM t RETURNING id) SELECT id FROM d
            ROLLBACK
            SELECT count(*) FROM t
            """;

    private Twins twins;

    @BeforeAll
    void define() throws SQLException {
        twins = new Twins();
        twins.define(
                "CREATE TABLE t (id int PRIMARY KEY, name text)",
                "INSERT INTO t VALUES (1, 'a'), (2, NULL), (3, 'c'), (4, 'd'), (5, 'e'), (6, 'f')");
    }

    @AfterAll
    void close() throws SQLException {
        twins.close();
    }

    /** Returns the rows, the count of changes, or the SQLSTATE. */
    private static String answer(Connection connection, String sql) {
        try (var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "count " + statement.getUpdateCount();
            }
            return Twins.rows(statement.getResultSet()).toString();
        } catch (SQLException refused) {
            return refused.getSQLState();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SCROLL", "NO SCROLL"})
    void randomStepsReturnTheSameRows(String scroll) throws SQLException {
        var random = new Random(SEED);
        int rowCount = 0;
        try (var store = twins.store("preferQueryMode=simple");
                var real = twins.real("preferQueryMode=simple")) {
            for (int script = 0; script < SCRIPTS; script++) {
                var told = new ArrayList<String>();
                String query = QUERIES.get(random.nextInt(QUERIES.size()));
                for (String sql : script(random, scroll, query)) {
                    String expected = answer(real, sql);
                    told.add(sql + " -> " + expected);
                    assertThat(answer(store, sql)).as("seed %d: %s", SEED, told).isEqualTo(expected);
                    rowCount += expected.startsWith("[") ? 1 : 0;
                }
            }
        }
        assertThat(rowCount).isGreaterThan(SCRIPTS);
    }

    private static List<String> script(Random random, String scroll, String query) {
        var script = new ArrayList<String>();
        script.add("BEGIN");
        script.add("DECLARE c " + scroll + " CURSOR FOR " + query);
        for (int step = 0; step < STEPS; step++) {
            script.add(
                    (random.nextInt(4) == 0 ? "MOVE " : "FETCH ") + step(random, scroll.equals("SCROLL")) + " FROM c");
        }
        script.add("CLOSE c");
        script.add("FETCH c");
        script.add("FETCH c");
        script.add("ROLLBACK");
        return script;
    }

    private static String step(Random random, boolean isScrollable) {
        if (!isScrollable) {
            return List.of("NEXT", "1", "2", "FORWARD", "FORWARD 2", "RELATIVE 1", "ALL")
                    .get(random.nextInt(7));
        }
        int count = random.nextInt(15) - 7;
        return switch (random.nextInt(12)) {
            case 0 -> "NEXT";
            case 1 -> "PRIOR";
            case 2 -> "FIRST";
            case 3 -> "LAST";
            case 4 -> "ABSOLUTE " + count;
            case 5 -> "RELATIVE " + count;
            case 6 -> "FORWARD " + count;
            case 7 -> "BACKWARD " + count;
            case 8 -> "FORWARD ALL";
            case 9 -> "BACKWARD ALL";
            case 10 -> "ALL";
            default -> String.valueOf(count);
        };
    }

    /** Each statement in turn, on both. */
    @Test
    void cursorsLiveAsLongAsOnARealServer() throws SQLException {
        try (var store = twins.store("preferQueryMode=simple");
                var real = twins.real("preferQueryMode=simple")) {
            for (String sql : LIVES.lines().toList()) {
                assertThat(answer(store, sql)).as(sql).isEqualTo(answer(real, sql));
            }
        }
    }

    /** The store runs the query when the cursor is declared, and a server when it is fetched from. */
    @Test
    void aQueryThatFailsDeclaresNothing() throws SQLException {
        try (var store = twins.store("preferQueryMode=simple")) {
            answer(store, "BEGIN");
            assertThat(answer(store, "DECLARE c CURSOR FOR SELECT 1 / (id - 1), row_number() OVER () FROM t"))
                    .isEqualTo("22012");
            assertThat(answer(store, "FETCH c")).isEqualTo("25P02");
        }
    }

    /** The driver's own cursors: portions of rows of a query that only PostgreSQL understands. */
    @ParameterizedTest
    @ValueSource(strings = {"preferQueryMode=extended", "prepareThreshold=-1&binaryTransfer=true"})
    void aDriverFetchesInPortions(String options) throws SQLException {
        try (var store = twins.store(options)) {
            store.setAutoCommit(false);
            try (var select = store.prepareStatement(
                    "SELECT id, sum(id) OVER (ORDER BY id) AS total FROM t WHERE id > ? ORDER BY id")) {
                select.setFetchSize(2);
                select.setInt(1, 1);
                try (var rows = select.executeQuery()) {
                    assertThat(Twins.rows(rows)).hasSize(6).endsWith(List.of("6", "20"));
                }
            }
            store.commit();
        }
    }
}
