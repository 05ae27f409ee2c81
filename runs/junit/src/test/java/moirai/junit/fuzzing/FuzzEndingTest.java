package moirai.junit.fuzzing;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import moirai.history.level.IsolationLevel;
import moirai.junit.databases.SeenDatabase;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that do not end by themselves, and what is left of them. */
class FuzzEndingTest {

    static class Endless {

        static final HikariDataSource SOURCE = FuzzDatabaseTest.pool("jdbc:h2:mem:endless", 6);

        @Timeout(value = 800, unit = TimeUnit.MILLISECONDS)
        @FuzzDatabase(transactions = 50_000_000, sessions = 6, expect = IsolationLevel.READ_COMMITTED)
        void test(Fuzzing fuzzing) {
            fuzzing.on(SOURCE);
        }
    }

    @Test
    void testThatTimesOutLeavesNeitherTablesNorConnectionsNorThreads(@TempDir Path folder) throws SQLException {
        try (HikariDataSource pool = Endless.SOURCE) {
            Throwable timeout = Kit.run(Endless.class, Map.of(FuzzDatabase.DIRECTORY_PROPERTY, folder.toString()))
                    .failure();

            assertThat(timeout).hasMessageContaining("timed out after 800 milliseconds");
            assertThat(timeout.getSuppressed())
                    .anySatisfy(ended -> assertThat(ended)
                            .hasMessageStartingWith("FuzzEndingTest$Endless#test was interrupted after "));
            assertThat(FuzzDatabaseTest.tables(pool)).isEmpty();
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            assertThat(folder).isEmptyDirectory();
        }
        assertThat(threads()).doesNotContain("moirai FuzzEndingTest$Endless#test");
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    static class Waiting {

        static String url = "";

        @Timeout(value = 800, unit = TimeUnit.MILLISECONDS)
        @FuzzDatabase(expect = IsolationLevel.READ_COMMITTED, transactions = 200)
        void test(Fuzzing fuzzing) {
            var source = new JdbcDataSource();
            source.setURL(url);
            fuzzing.on(source);
        }
    }

    /** The other run is in the same file by another spelling of its name. */
    @Test
    @Timeout(30)
    void testThatTimesOutWhileItWaitsForAnotherRunEnds(@TempDir Path folder) throws Exception {
        Waiting.url = "jdbc:h2:file:" + folder.resolve("waiting");
        Map<String, String> configuration =
                Map.of(FuzzDatabase.DIRECTORY_PROPERTY, folder.resolve("runs").toString());
        try (Turn other = Turn.await(SeenDatabase.place("jdbc:h2:" + folder + "/./waiting;MODE=Oracle"))) {
            assertThat(other).isNotNull();
            Throwable timeout = Kit.run(Waiting.class, configuration).failure();

            assertThat(timeout).hasMessageContaining("timed out after 800 milliseconds");
            assertThat(timeout.getSuppressed())
                    .anySatisfy(ended -> assertThat(ended)
                            .hasMessageStartingWith("FuzzEndingTest$Waiting#test was interrupted while another run"));
            assertThat(folder.resolve("runs")).doesNotExist();
        }
        assertThat(Turn.await(SeenDatabase.place(Waiting.url))).satisfies(Turn::close);
    }

    static class AssertionAfterwards {

        @FuzzDatabase(transactions = 500)
        void test(Fuzzing fuzzing) {
            fuzzing.onProduct("memory");
            throw new IllegalArgumentException("of the test");
        }
    }

    @Test
    void failureOfTheBodyIsTheFailureOfTheTest() {
        assertThat(Kit.run(AssertionAfterwards.class).message()).isEqualTo("of the test");
    }

    static class Swallowing {

        @FuzzDatabase(expect = IsolationLevel.SERIALIZABLE, seed = "c0ffee", transactions = 2_000)
        void brokenLevel(Fuzzing fuzzing) {
            try {
                fuzzing.onProduct("memory:lost-update");
            } catch (AssertionError swallowed) {
                assertThat(swallowed).hasMessageContaining("INVALID");
            }
        }
    }

    @Test
    void aRunThatFailedFailsTheTestAlsoIfTheBodySwallowsTheError() {
        assertThat(Kit.run(Swallowing.class).message()).startsWith("verdict: INVALID · expected serializable");
    }

    static class SwallowingRefusal {

        @FuzzDatabase
        void unknownProduct(Fuzzing fuzzing) {
            try {
                fuzzing.onProduct("postgre");
            } catch (IllegalArgumentException swallowed) {
                assertThat(swallowed).hasMessageContaining("postgre");
            }
        }
    }

    @Test
    void aRunThatNeverBeganFailsTheTestAlsoIfTheBodySwallowsTheError() {
        assertThat(Kit.run(SwallowingRefusal.class).message())
                .startsWith("@FuzzDatabase(product): 'postgre' is unknown");
    }
}
