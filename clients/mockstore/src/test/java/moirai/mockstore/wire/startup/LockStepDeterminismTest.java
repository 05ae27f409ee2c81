package moirai.mockstore.wire.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
import moirai.mockstore.wire.WireClient;
import moirai.mockstore.wire.catalog.CatalogServer;
import moirai.mockstore.wire.catalog.DefinedCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients in lock step: the seed decides all, however slow they are and in whatever order they come. */
class LockStepDeterminismTest {

    private static final List<String> NAMES = List.of("ann", "bob", "cleo");
    private static final Executor THREADS = task -> Thread.ofPlatform().start(task);
    private static final int RUNS = 6;

    static List<StoreLevel> levels() {
        return List.of(
                StoreLevel.of(IsolationLevel.CAUSAL),
                StoreLevel.of(IsolationLevel.STRONG_SESSION_SERIALIZABLE),
                ProductLevel.POSTGRES_READ_COMMITTED);
    }

    @ParameterizedTest
    @MethodSource("levels")
    void oneSeedGivesOneRun(StoreLevel level) {
        Set<List<List<String>>> runs = new HashSet<>();
        for (int run = 0; run < RUNS; run++) {
            runs.add(run(level, 42));
        }

        assertThat(runs).hasSize(1);
        assertThat(run(level, 43)).isNotIn(runs);
    }

    @Test
    void whoTakesNoPartIsServedBeforeAndRefusedMeanwhile() throws SQLException {
        try (var server = server(StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE), 1, List.of("ann"))) {
            Connection loader = connect(server, "loader");
            loader.createStatement().execute("CREATE TABLE t (id int PRIMARY KEY)");
            CompletableFuture<Connection> waits = CompletableFuture.supplyAsync(() -> connect(server, "ann"), THREADS);
            loader.createStatement().execute("INSERT INTO t VALUES (1)");
            assertThat(waits).isNotDone();
            loader.close();

            Connection ann = waits.join();

            assertThatThrownBy(() -> connect(server, "loader"))
                    .hasMessageContaining("'loader' has no place in the lock step of ann, which runs");
            assertThatThrownBy(() -> connect(server, "ann"))
                    .hasMessageContaining("accepted is one connection for each of these names until all are closed");
            assertThat(reads(ann, "SELECT id FROM t")).isEqualTo("[1]");
            ann.close();
            // The next lock step begins when the former is over.
            connect(server, "ann").close();
        }
    }

    /** As pgbench does: the first connection of bob only looks whether there is a server. */
    @ParameterizedTest
    @MethodSource("levels")
    void aClientMayComeAgainIfItIsExpectedTo(StoreLevel level) {
        List<String> places = List.of("ann", "bob", "+bob", "cleo");
        Set<List<List<String>>> runs = new HashSet<>();
        for (int run = 0; run < RUNS; run++) {
            try (var server = server(level, 42, places)) {
                load(server);
                runs.add(Stream.of("ann", "bob", "cleo")
                        .map(name -> CompletableFuture.supplyAsync(
                                () -> {
                                    if (name.equals("bob")) {
                                        program(server, name, 1);
                                    }
                                    return program(server, name, 5);
                                },
                                THREADS))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList());
                assertThat(program(server, "late", 0)).isEmpty();
            }
        }

        assertThat(runs).hasSize(1);
    }

    @Test
    void nameIsThatOfTheApplicationOrElseOfTheUser() throws SQLException {
        try (var server = server(StoreLevel.of(IsolationLevel.CAUSAL), 1, List.of("app", "ann"))) {
            CompletableFuture<Connection> byUser =
                    CompletableFuture.supplyAsync(() -> connect(server, "ann&ApplicationName=other"), THREADS);

            connect(server, "zoe&ApplicationName=app&assumeMinServerVersion=9.0")
                    .close();

            byUser.join().close();
        }
    }

    @Test
    void clientThatHasGivenUpLeavesItsPlace() throws SQLException, InterruptedException {
        try (var server = server(StoreLevel.of(IsolationLevel.CAUSAL), 1, List.of("ann", "bob"))) {
            var impatient = new WireClient(server.port());
            impatient.startup(3 << 16, Map.of("user", "ann")).send();
            await(() -> server.sessionCount() == 1);
            impatient.close();
            await(() -> server.sessionCount() == 0);
            CompletableFuture<Connection> bob = CompletableFuture.supplyAsync(() -> connect(server, "bob"), THREADS);

            connect(server, "ann").close();

            bob.join().close();
        }
    }

    @Test
    void listeningIsRefusedWhereAllWaitForTheNextStatement() throws SQLException {
        try (var server = server(StoreLevel.of(IsolationLevel.CAUSAL), 1, List.of("ann"));
                Connection ann = connect(server, "ann");
                var statement = ann.createStatement()) {
            for (String sql : List.of("LISTEN jobs", "SELECT pg_backend_pid()", "SELECT pg_terminate_backend(1)")) {
                assertThatThrownBy(() -> statement.execute(sql))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                refused -> assertThat(refused.getSQLState()).isEqualTo("0A000"))
                        .hasMessageContaining("lock step");
            }
            statement.execute("NOTIFY jobs, 'to nobody'");
        }
    }

    @Test
    void namesAreAsManyAsTheScheduleHasSessions() {
        SqlDatabase database = database(StoreLevel.of(IsolationLevel.CAUSAL), 1, 2);

        assertThatThrownBy(() -> MockServer.start(database, InetAddress.getLoopbackAddress(), 0))
                .hasMessageContaining("a lock step of the sessions [] in a store whose schedule has 2");
    }

    private static List<List<String>> run(StoreLevel level, long seed) {
        try (var server = server(level, seed, NAMES)) {
            load(server);
            return NAMES.stream()
                    .map(name -> CompletableFuture.supplyAsync(() -> program(server, name, 6), THREADS))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        }
    }

    private static void load(MockServer server) {
        try (var loader = connect(server, "loader")) {
            loader.createStatement().execute("CREATE TABLE accounts (id int PRIMARY KEY, balance int)");
            loader.createStatement().execute("INSERT INTO accounts VALUES (0, 100), (1, 100), (2, 100)");
            loader.createStatement().execute("CHECKPOINT");
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /** Moves money between accounts, which it reads before; returns what it has seen. */
    private static List<String> program(MockServer server, String name, int transfers) {
        var clock = new Random();
        var random = new SplittableRandom(name.hashCode());
        var seen = new ArrayList<String>();
        pause(clock);
        try (var connection = connect(server, name)) {
            connection.setAutoCommit(false);
            for (int transfer = 0; transfer < transfers; transfer++) {
                int account = random.nextInt(3);
                try (PreparedStatement read =
                                connection.prepareStatement("SELECT balance, random() FROM accounts WHERE id = ?");
                        PreparedStatement write =
                                connection.prepareStatement("UPDATE accounts SET balance = ? WHERE id = ?")) {
                    read.setInt(1, account);
                    ResultSet row = read.executeQuery();
                    row.next();
                    int balance = row.getInt(1);
                    seen.add(balance + " " + row.getDouble(2));
                    pause(clock);
                    write.setInt(1, balance + 1);
                    write.setInt(2, account);
                    write.executeUpdate();
                    connection.commit();
                } catch (SQLException conflict) {
                    seen.add(conflict.getSQLState());
                    connection.rollback();
                }
                pause(clock);
            }
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
        return seen;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(1);
        }
    }

    private static void pause(Random random) {
        try {
            Thread.sleep(random.nextInt(4));
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    private static String reads(Connection connection, String sql) throws SQLException {
        var values = new ArrayList<Integer>();
        try (var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getInt(1));
            }
        }
        return values.toString();
    }

    private static SqlDatabase database(StoreLevel level, long seed, int sessions) {
        var options = new StoreOptions(level, new Seed(seed), Policy.UNIFORM.chooser(new Seed(seed)));
        return new SqlDatabase(new MockStore(options.with(Schedule.lockStep(sessions))));
    }

    private static MockServer server(StoreLevel level, long seed, List<String> names) {
        SqlDatabase database = database(level, seed, names.size());
        return MockServer.start(database, 0, new DefinedCatalog(database, CatalogServer.NONE), names);
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
