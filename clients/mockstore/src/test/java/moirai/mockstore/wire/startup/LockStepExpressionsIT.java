package moirai.mockstore.wire.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.wire.MockServer;
import moirai.mockstore.wire.RealCatalog;
import moirai.mockstore.wire.catalog.DefinedCatalog;
import moirai.mockstore.wire.catalog.Twins;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In lock step, the seed also decides what expressions see that PostgreSQL evaluates, and what indexes find. */
@ResourceLock(Twins.LOCK)
class LockStepExpressionsIT {

    private static final List<String> NAMES = List.of("ann", "bob", "cleo");
    private static final Executor THREADS = task -> Thread.ofPlatform().start(task);
    private static final int RUNS = 5;
    private static final List<String> TABLES = List.of(
            "CREATE TABLE doc (id int PRIMARY KEY, owner text, body jsonb, tags text[])",
            "CREATE INDEX doc_owner ON doc (owner)",
            "INSERT INTO doc SELECT n, (ARRAY['ann', 'bob', 'cleo'])[1 + n % 3], jsonb_build_object('n', 0),"
                    + " ARRAY['new'] FROM generate_series(1, 9) n",
            "CHECKPOINT");
    private static final List<String> QUERIES = List.of(
            "SELECT id, body ->> 'n', tags[1] FROM doc WHERE owner = ? AND body @> '{\"n\": 1}' ORDER BY id",
            "SELECT id, cardinality(tags) FROM doc WHERE owner = ? AND tags && ARRAY['bob', 'ann'] ORDER BY id",
            "SELECT id, regexp_replace(owner, '[aeo]', '-') FROM doc WHERE owner ~ ('^' || ?) ORDER BY id",
            "SELECT sum((body ->> 'n')::int) FROM doc WHERE owner = ?");
    private static final List<String> CHANGES = List.of(
            "UPDATE doc SET body = jsonb_set(body, '{n}', to_jsonb((body ->> 'n')::int + 1)) WHERE owner = ?",
            "UPDATE doc SET tags = tags || ?::text WHERE id % 4 = 1 AND NOT tags @> ARRAY['x']",
            "UPDATE doc SET owner = 'ann' WHERE owner = ? AND (body ->> 'n')::int > 1 AND id < 5");

    static Stream<StoreLevel> levels() {
        return Stream.of(
                StoreLevel.of(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW),
                StoreLevel.of(IsolationLevel.CAUSAL),
                StoreLevel.of(IsolationLevel.STRONG_SESSION_SERIALIZABLE),
                ProductLevel.POSTGRES_READ_COMMITTED,
                ProductLevel.POSTGRES_REPEATABLE_READ);
    }

    @ParameterizedTest
    @MethodSource("levels")
    void oneSeedGivesOneRun(StoreLevel level) throws SQLException {
        Set<List<List<String>>> runs = new HashSet<>();
        for (int run = 0; run < RUNS; run++) {
            runs.add(run(level, 42));
        }

        assertThat(runs).hasSize(1);
        assertThat(run(level, 43)).isNotIn(runs);
    }

    private static List<List<String>> run(StoreLevel level, long seed) throws SQLException {
        var options = new StoreOptions(
                level, new Seed(seed), Policy.UNIFORM.chooser(new Seed(seed)), Schedule.lockStep(NAMES.size()));
        var database = new SqlDatabase(new MockStore(options));
        try (var server = MockServer.start(database, 0, new DefinedCatalog(database, RealCatalog.server()), NAMES)) {
            try (Connection loader = connect(server, "loader");
                    Statement statement = loader.createStatement()) {
                for (String sql : TABLES) {
                    statement.execute(sql);
                }
            }
            return NAMES.stream()
                    .map(name -> CompletableFuture.supplyAsync(() -> program(server, name), THREADS))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        }
    }

    /** Queries and changes rows; returns what it has seen. */
    private static List<String> program(MockServer server, String name) {
        var clock = new Random();
        var random = new SplittableRandom(name.hashCode());
        var seen = new ArrayList<String>();
        try (Connection connection = connect(server, name)) {
            connection.setAutoCommit(false);
            for (int txn = 0; txn < 6; txn++) {
                try {
                    pause(clock);
                    seen.add(answer(connection, QUERIES.get(random.nextInt(QUERIES.size())), owner(random)));
                    pause(clock);
                    seen.add(answer(connection, CHANGES.get(random.nextInt(CHANGES.size())), owner(random)));
                    connection.commit();
                } catch (SQLException refused) {
                    assertThat(refused.getSQLState()).as(refused.getMessage()).startsWith("40");
                    seen.add(refused.getSQLState());
                    connection.rollback();
                }
            }
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
        return seen;
    }

    private static String owner(SplittableRandom random) {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private static String answer(Connection connection, String sql, String parameter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, parameter);
            if (!statement.execute()) {
                return "changed " + statement.getUpdateCount();
            }
            var rows = new ArrayList<String>();
            try (ResultSet result = statement.getResultSet()) {
                while (result.next()) {
                    var row = new ArrayList<String>();
                    for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                        row.add(result.getString(column));
                    }
                    rows.add(String.join(" ", row));
                }
            }
            return rows.toString();
        }
    }

    private static void pause(Random random) {
        try {
            Thread.sleep(random.nextInt(4));
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    private static Connection connect(MockServer server, String user) {
        try {
            return DriverManager.getConnection(
                    "jdbc:postgresql://localhost:" + server.port() + "/mock?sslmode=disable&user=" + user);
        } catch (SQLException refused) {
            throw new IllegalStateException(refused.getMessage(), refused);
        }
    }
}
