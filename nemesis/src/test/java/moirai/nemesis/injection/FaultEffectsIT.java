package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.Node;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.PartitionShape;
import moirai.nemesis.faults.Victims;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The effects of faults on a real server, measured by a client of it. Nothing of a fault is left after the heal. */
@Timeout(120)
class FaultEffectsIT {

    private static final PostgresCluster CLUSTER = new PostgresCluster(PostgresOptions.forSessions(10));
    private static final Site SITE = Site.of(CLUSTER, true);
    private static final Victims FIRST = new Victims.Named(List.of("n1"));
    private static final int PATIENCE_SECONDS = 30;

    @BeforeAll
    static void start() throws SQLException {
        CLUSTER.start();
        try (var connection = connect(PATIENCE_SECONDS);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE noted (id INT)");
        }
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }

    /** After each fault and its heal, new connections work and are as fast as on loopback. */
    @AfterEach
    void nothingIsLeft() throws SQLException {
        try {
            assertThat(node().state()).isEqualTo(Node.State.RUNNING);
            try (var connection = connect(PATIENCE_SECONDS)) {
                assertThat(latencyMillis(connection)).isLessThan(50);
            }
        } finally {
            // A test that failed must not fail the others.
            SITE.healAll();
        }
    }

    @Test
    void aKilledNodeRefusesAndKeepsWhatItHadAcknowledged() throws SQLException {
        insert(1);
        var kill = Injection.of(new Fault.Kill(FIRST), SITE);
        kill.inject();

        assertThat(node().pids()).isEmpty();
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connect(2));
        kill.heal();
        assertThat(count(1)).isEqualTo(1);
    }

    @Test
    void aPausedNodeAnswersNothingAndGoesOnWhereItWas() throws Exception {
        var pause = Injection.of(new Fault.Pause(FIRST), SITE);
        try (var connection = connect(1)) {
            pause.inject();

            assertThat(pause.pids()).isNotEmpty().allMatch(FaultEffectsIT::isStopped);
            assertThatThrownBy(() -> latencyMillis(connection)).hasMessageContaining("I/O error");
            pause.heal();
            assertThat(isStopped(node().pids().getFirst())).isFalse();
        }
    }

    @Test
    void aRestartedNodeHasOtherProcessesAndBreaksConnections() throws SQLException {
        List<Long> before = node().pids();
        var restart = Injection.of(new Fault.Restart(FIRST), SITE);
        try (var connection = connect(PATIENCE_SECONDS)) {
            restart.inject();
            restart.heal();

            assertThat(node().pids()).isNotEmpty().doesNotContainAnyElementsOf(before);
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> latencyMillis(connection));
        }
    }

    /** The server itself goes on: a client that does not come through the cut reaches it. */
    @Test
    void aPartitionedNodeIsThereButNotForItsClients() throws Exception {
        var cut = Injection.of(new Fault.Partition(PartitionShape.ISOLATED, FIRST), SITE);
        try (var connection = connect(1)) {
            cut.inject();

            assertThatThrownBy(() -> latencyMillis(connection)).hasMessageContaining("I/O error");
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connect(1));
            try (var direct = connect(directUrl(), 5)) {
                assertThat(latencyMillis(direct)).isLessThan(1_000);
            }
            cut.heal();
        }
    }

    /** The client's bytes do not arrive, so the server waits for them and has nothing to answer. */
    @Test
    void inOneWayNothingArrives() throws Exception {
        var cut = Injection.of(new Fault.Partition(PartitionShape.ONE_WAY, FIRST), SITE);
        try (var connection = connect(2);
                var statement = connection.createStatement()) {
            cut.inject();
            assertThat(cut.target()).isEqualTo("one-way clients→n1");
            assertThatThrownBy(() -> statement.execute("INSERT INTO noted VALUES (5)"))
                    .hasMessageContaining("I/O error");
            try (var direct = connect(directUrl(), 5)) {
                assertThat(count(direct, 5)).isZero();
            }
            cut.heal();
        }
    }

    @Test
    void aSlowLinkAddsItsDelayBothWays() throws SQLException {
        var slow = Injection.of(new Fault.Slow(FIRST, Duration.ofMillis(80), Duration.ofMillis(20)), SITE);
        try (var connection = connect(PATIENCE_SECONDS)) {
            slow.inject();
            assertThat(latencyMillis(connection)).isBetween(120L, 1_000L);
            slow.heal();
            assertThat(latencyMillis(connection)).isLessThan(50);
        }
    }

    /** The commit happens and its answer never comes, so a client has to call it indeterminate. */
    @Test
    void aCutBreaksAConnectionWhoseCommitHasHappened() throws SQLException {
        var cut = Injection.of(new Fault.Cut(FIRST, Duration.ofMillis(1_500)), SITE);
        try (var connection = connect(PATIENCE_SECONDS);
                var statement = connection.createStatement()) {
            var injected = CompletableFuture.runAsync(cut::inject);
            int acknowledged = 0;
            String state = "";
            while (state.isEmpty()) {
                try {
                    statement.execute("INSERT INTO noted VALUES (7)");
                    acknowledged++;
                } catch (SQLException failed) {
                    state = failed.getSQLState();
                }
            }
            injected.join();
            cut.heal();

            assertThat(state).startsWith("08");
            assertThat(count(7)).as("one more than were acknowledged").isEqualTo(acknowledged + 1);
        }
    }

    private static Node node() {
        return CLUSTER.nodes().getFirst();
    }

    private static boolean isStopped(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // A child that had just ended stays a zombie while its parent, which is stopped as well, does not look.
            return stat.substring(stat.lastIndexOf(')')).matches("(?s)\\) [TZ].*");
        } catch (IOException gone) {
            // It had ended before its parent was stopped.
            return true;
        }
    }

    private static void insert(int id) throws SQLException {
        try (var connection = connect(PATIENCE_SECONDS);
                var statement = connection.createStatement()) {
            statement.execute("INSERT INTO noted VALUES (" + id + ")");
        }
    }

    private static long count(int id) throws SQLException {
        try (var connection = connect(PATIENCE_SECONDS)) {
            return count(connection, id);
        }
    }

    private static long count(Connection connection, int id) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM noted WHERE id = " + id)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Returns the best of a few round trips. */
    private static long latencyMillis(Connection connection) throws SQLException {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long began = System.nanoTime();
            try (var statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
            best = Math.min(best, System.nanoTime() - began);
        }
        return TimeUnit.NANOSECONDS.toMillis(best);
    }

    /** Returns the URL past the links, at which the server says that it listens. */
    private static String directUrl() throws IOException {
        String port = Files.readAllLines(node().dataDirectory().resolve("postmaster.pid"))
                .get(3);
        return "jdbc:postgresql://127.0.0.1:" + port.strip() + "/postgres";
    }

    private static Connection connect(int timeoutSeconds) throws SQLException {
        return connect(node().url(), timeoutSeconds);
    }

    private static Connection connect(String url, int timeoutSeconds) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", CLUSTER.user());
        properties.setProperty("password", CLUSTER.password());
        for (String timeout : List.of("connectTimeout", "loginTimeout", "socketTimeout")) {
            properties.setProperty(timeout, String.valueOf(timeoutSeconds));
        }
        return DriverManager.getConnection(url, properties);
    }
}
