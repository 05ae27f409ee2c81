package moirai.junit.fuzzing;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.Inspection;
import moirai.clients.Mark;
import moirai.clients.jdbc.consent.JdbcConsent;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.runs.consent.RefusedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests on a real server that exists: consent, and what is left there. */
class FuzzDatabaseIT {

    private static final PostgresCluster CLUSTER = new PostgresCluster(PostgresOptions.forSessions(20));

    @SuppressWarnings("NullAway.Init")
    private static HikariDataSource pool;

    @BeforeAll
    static void start() {
        CLUSTER.start();
        var configuration = new HikariConfig();
        configuration.setJdbcUrl(CLUSTER.url());
        configuration.setUsername(CLUSTER.user());
        configuration.setPassword(CLUSTER.password());
        // One more for the lock on the tables.
        configuration.setMaximumPoolSize(5);
        configuration.setConnectionTimeout(2_000);
        pool = new HikariDataSource(configuration);
    }

    @AfterAll
    static void stop() {
        pool.close();
        CLUSTER.close();
    }

    static class Unmarked {

        @FuzzDatabase(sessions = 4)
        void test(Fuzzing fuzzing) {
            fuzzing.on(pool);
        }
    }

    static class Marked {

        @FuzzDatabase(isolation = "repeatable-read", transactions = 2_000, sessions = 4, allowSuperuser = true)
        void repeatableReadKeepsSnapshots(Fuzzing fuzzing) {
            assertThat(fuzzing.on(pool).database()).startsWith("PostgreSQL");
        }
    }

    /** PostgreSQL's default level is weaker than what is expected here. */
    static class Weaker {

        @FuzzDatabase(transactions = 5_000, sessions = 4, allowSuperuser = true)
        void readCommittedKeepsSnapshots(Fuzzing fuzzing) {
            fuzzing.on(pool);
        }
    }

    @Test
    void serverIsWrittenToOnlyIfItIsMarked() throws SQLException {
        Throwable refused = Kit.run(Unmarked.class).failure();

        assertThat(refused).isInstanceOf(RefusedException.class);
        assertThat(refused.getMessage())
                .contains("is not marked as one that may be tested: moirai target mark --url " + CLUSTER.url())
                .contains("is a super-user, who could harm more than this database; take another --user, or:"
                        + " @FuzzDatabase(allowSuperuser = true)");
        assertThat(FuzzDatabaseTest.tables(pool)).isEmpty();

        mark();

        assertThat(Kit.run(Marked.class).failures()).isEmpty();
        assertThat(Kit.run(Weaker.class).message())
                .startsWith("verdict: INVALID · expected snapshot-isolation")
                .containsPattern("not a bug of the database:\\s+its read-committed is documented as");
        assertThat(FuzzDatabaseTest.tables(pool)).containsExactly(Consent.TABLE);
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    private static void mark() {
        var endpoint = new Endpoint(CLUSTER.url(), CLUSTER.user(), CLUSTER.password());
        var consent = new JdbcConsent(endpoint, new PostgresDialect(SqlIsolation.SERIALIZABLE));
        Inspection found = consent.inspect();
        String owner = System.getenv().getOrDefault("MOIRAI_OWNER", System.getProperty("user.name"));
        consent.give(
                Mark.of(found.location(), "test", owner, false, Instant.now().plus(Duration.ofHours(1))));
    }

    static class Product {

        @FuzzDatabase(product = "postgres", isolation = "repeatable-read", transactions = 2_000)
        void postgresKeepsItsPromise() {}
    }

    @Test
    void productIsMadeForTheTest() {
        Kit kit = Kit.run(Product.class);

        assertThat(kit.failures()).isEmpty();
        assertThat(kit.passed() + kit.aborted()).isEqualTo(1);
    }
}
