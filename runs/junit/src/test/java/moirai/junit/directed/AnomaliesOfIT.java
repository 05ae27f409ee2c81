package moirai.junit.directed;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.clients.Endpoint;
import moirai.clients.Mark;
import moirai.clients.jdbc.consent.JdbcConsent;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.junit.JupiterRun;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.process.Pauses;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays on PostgreSQL: made for the tests, and one that exists, whose pool goes on as before. */
class AnomaliesOfIT {

    private static final String LOST = "lost update in sell, by another sell [8e64bf9a-stale-read]";

    private static final PostgresCluster CLUSTER = new PostgresCluster(PostgresOptions.forSessions(20));

    @SuppressWarnings("NullAway.Init")
    private static HikariDataSource pool;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        CLUSTER.start();
        var configuration = new HikariConfig();
        configuration.setJdbcUrl(CLUSTER.url());
        configuration.setUsername(CLUSTER.user());
        configuration.setPassword(CLUSTER.password());
        configuration.setMaximumPoolSize(4);
        configuration.setConnectionTimeout(2_000);
        configuration.setAutoCommit(false);
        pool = new HikariDataSource(configuration);
    }

    @AfterAll
    static void stop() {
        pool.close();
        CLUSTER.close();
    }

    private String failure(Class<?> tests) {
        return JupiterRun.of(tests, directory).failure(LOST);
    }

    static class Made {

        @AnomaliesOf(value = Shop.class, product = "postgres")
        void readCommitted() {}
    }

    @Test
    void lostUpdateHappensOnPostgresAndNoServerIsLeft() {
        Set<Long> before = children();

        assertThat(failure(Made.class))
                .contains("It happened on PostgreSQL at read committed, by the methods themselves.");
        // A server that has ended stays a child until somebody has asked for its exit code.
        Set<Long> left = new HashSet<>();
        boolean isNoneLeft = Pauses.until(10_000, () -> {
            left.clear();
            left.addAll(children());
            left.removeAll(before);
            return left.isEmpty();
        });
        assertThat(isNoneLeft)
                .as(() -> left.stream()
                        .flatMap(pid -> ProcessHandle.of(pid).stream())
                        .map(child -> child.pid() + " " + child.info())
                        .toList()
                        .toString())
                .isTrue();
    }

    private static Set<Long> children() {
        return ProcessHandle.current()
                .children()
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    static class Stronger {

        @AnomaliesOf(value = Shop.class, product = "postgres", isolation = "repeatable-read")
        void repeatableRead() {}
    }

    @Test
    void snapshotsPreventIt() {
        JupiterRun run = JupiterRun.of(Stronger.class, directory);

        assertThat(run.passed()).containsExactly(LOST);
        assertThat(run.entries())
                .singleElement()
                .asString()
                .contains("prevented on PostgreSQL at repeatable read", "aborted 40001");
    }

    static class Existing {

        @AnomaliesOf(value = Shop.class, allowSuperuser = true)
        void readCommitted(AnomalyReplay replay) {
            replay.on(pool);
        }
    }

    @Test
    void serverIsUsedIfItIsMarkedAndIsLeftAsItWas() throws SQLException {
        String before = settings();

        assertThat(failure(Existing.class))
                .contains("is not marked as one that may be tested: moirai target mark --url " + CLUSTER.url());

        mark();

        assertThat(failure(Existing.class)).contains("It happened on PostgreSQL at read committed");
        assertThat(settings()).isEqualTo(before);
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    /** Returns what replays could leave: settings of each connection, locks and schemas. */
    private static String settings() throws SQLException {
        var text = new StringBuilder();
        var connections = new Connection[pool.getMaximumPoolSize()];
        for (int i = 0; i < connections.length; i++) {
            connections[i] = pool.getConnection();
        }
        for (Connection connection : connections) {
            try (connection;
                    var statement = connection.createStatement();
                    var rows = statement.executeQuery("SELECT current_setting('search_path'),"
                            + " current_setting('lock_timeout'), current_setting('transaction_isolation'),"
                            + " (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'),"
                            + " (SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'moirai_directed%')")) {
                rows.next();
                for (int column = 1; column <= 5; column++) {
                    text.append(rows.getString(column)).append(' ');
                }
                text.append(connection.getAutoCommit()).append('\n');
            }
        }
        return text.toString();
    }

    private static void mark() {
        var endpoint = new Endpoint(CLUSTER.url(), CLUSTER.user(), CLUSTER.password());
        var consent = new JdbcConsent(endpoint, new PostgresDialect(SqlIsolation.SERIALIZABLE));
        String owner = System.getenv().getOrDefault("MOIRAI_OWNER", System.getProperty("user.name"));
        consent.give(Mark.of(
                consent.inspect().location(),
                "test",
                owner,
                false,
                Instant.now().plus(Duration.ofHours(1))));
    }
}
