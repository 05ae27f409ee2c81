package moirai.junit.fuzzing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import moirai.history.level.IsolationLevel;
import moirai.interception.ConnectionSource;
import moirai.junit.databases.SeenDatabase;
import moirai.runs.consent.RefusedException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testcontainers.containers.JdbcDatabaseContainer;

/** Tests that cannot be run as they are written, and what they are told. */
class FuzzRefusalTest {

    private static DataSource h2(String url) {
        var source = new JdbcDataSource();
        source.setURL(url);
        source.setUser("sa");
        return source;
    }

    static class UnknownWorkload {

        @FuzzDatabase(workload = "apend")
        void test(Fuzzing fuzzing) {
            fuzzing.onProduct("memory");
        }
    }

    static class UnknownLevel {

        @FuzzDatabase(product = "h2", isolation = "serialisable")
        void test() {}
    }

    static class UnknownLevelOfDataSource {

        @FuzzDatabase(isolation = "snapshot")
        void test(Fuzzing fuzzing) {
            fuzzing.on(h2("jdbc:h2:mem:unknown"));
        }
    }

    static class UnknownProduct {

        @FuzzDatabase(product = "postgre")
        void test() {}
    }

    static class UnknownBug {

        @FuzzDatabase(product = "memory:lost-updates")
        void test() {}
    }

    static class UnknownSeed {

        @FuzzDatabase(product = "memory", seed = "xyz")
        void test() {}
    }

    static class NoTransactions {

        @FuzzDatabase(product = "memory", transactions = 0)
        void test() {}
    }

    static class NoSessions {

        @FuzzDatabase(product = "memory", sessions = 0)
        void test() {}
    }

    static class WorkloadOfOthers {

        @FuzzDatabase(product = "mock", workload = "register")
        void test() {}
    }

    @Test
    void valuesThatAreNotKnownAreNamedWithWhatWouldBe() {
        assertThat(Kit.run(UnknownWorkload.class).message())
                .startsWith("@FuzzDatabase(workload): 'apend' is not a workload: expected one of append,");
        assertThat(Kit.run(UnknownLevel.class).message())
                .isEqualTo("@FuzzDatabase(isolation): 'serialisable' is unknown (did you mean serializable?); expected"
                        + " one of read-uncommitted, read-committed, repeatable-read, serializable");
        assertThat(Kit.run(UnknownLevelOfDataSource.class).message())
                .isEqualTo("@FuzzDatabase(isolation): 'snapshot' is not a SQL isolation level; allowed:"
                        + " read-uncommitted, read-committed, repeatable-read, serializable");
        assertThat(Kit.run(UnknownProduct.class).message())
                .startsWith("@FuzzDatabase(product): 'postgre' is unknown (did you mean postgres?); expected one of");
        assertThat(Kit.run(UnknownBug.class).message())
                .startsWith("@FuzzDatabase(product = memory:…): 'lost-updates' is unknown (did you mean lost-update?)");
        assertThat(Kit.run(UnknownSeed.class).message())
                .isEqualTo("@FuzzDatabase(seed): 'xyz' is not a seed: expected 1 to 16 hexadecimal digits");
        assertThat(Kit.run(NoTransactions.class).message())
                .isEqualTo("@FuzzDatabase(transactions): 0 is out of range: expected at least 1");
        assertThat(Kit.run(NoSessions.class).message())
                .isEqualTo("@FuzzDatabase(sessions): concurrency 0 is out of range: expected 1 to 10000");
        assertThat(Kit.run(WorkloadOfOthers.class).message())
                .startsWith("@FuzzDatabase(workload): register does not run on mock; expected another of append");
    }

    @Test
    void seedFromOutsideIsCheckedToo() {
        Kit kit = Kit.run(NothingIsRun.class, Map.of("moirai.seed", "no"));

        assertThat(kit.message()).isEqualTo("moirai.seed: 'no' is not a seed: expected 1 to 16 hexadecimal digits");
    }

    static class NothingIsRun {

        @FuzzDatabase
        void test(Fuzzing fuzzing) {
            assertThat(fuzzing).isNotNull();
        }
    }

    static class TwoRuns {

        @FuzzDatabase(transactions = 200)
        void test(Fuzzing fuzzing) {
            fuzzing.onProduct("memory");
            fuzzing.onProduct("memory");
        }
    }

    static class ProductAndDataSource {

        @FuzzDatabase(product = "memory", transactions = 200)
        void test(Fuzzing fuzzing) {
            fuzzing.on(h2("jdbc:h2:mem:both"));
        }
    }

    static class TestTwice {

        @Test
        @FuzzDatabase(product = "memory", transactions = 200)
        void test() {}
    }

    @Test
    void methodsThatDoNotRunExactlyOnceAreToldWhatToDo() {
        assertThat(Kit.run(NothingIsRun.class).message())
                .isEqualTo("FuzzRefusalTest$NothingIsRun#test ran no transactions: expected one call of"
                        + " on(dataSource), onContainer(…) or onProduct(\"h2\") of its parameter Fuzzing, or"
                        + " @FuzzDatabase(product = \"h2\")");
        assertThat(Kit.run(TwoRuns.class).message())
                .isEqualTo("FuzzRefusalTest$TwoRuns#test asked for a second run: expected one, so use a test for each,"
                        + " or @ParameterizedTest");
        assertThat(Kit.run(ProductAndDataSource.class).message())
                .isEqualTo("FuzzRefusalTest$ProductAndDataSource#test has run on 'memory', as @FuzzDatabase(product)"
                        + " says; leave product out, or take the run from run()");
        assertThat(Kit.run(TestTwice.class).message())
                .isEqualTo("FuzzRefusalTest$TestTwice#test has both @Test and @FuzzDatabase, which makes it a test by"
                        + " itself; remove @Test");
    }

    static class SomebodysFile {

        @FuzzDatabase
        void test(Fuzzing fuzzing) {
            fuzzing.on(h2("jdbc:h2:./target/somebodys;IFEXISTS=FALSE"));
        }
    }

    @Test
    void fileThatTheTestHasNotMadeIsRefused() {
        Throwable refused = Kit.run(SomebodysFile.class).failure();

        assertThat(refused).isInstanceOf(RefusedException.class);
        assertThat(refused.getMessage())
                .matches("jdbc:h2:.*somebodys is no database of this test: expected one in memory, such as"
                        + " jdbc:h2:mem:name,"
                        + " or a file below the folder for temporary files, such as @TempDir");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:a, true",
        "jdbc:h2:TMP/a;MODE=Oracle, true",
        "jdbc:h2:file:TMP/a, true",
        "jdbc:hsqldb:mem:a, true",
        "jdbc:hsqldb:file:TMP/a, true",
        "jdbc:sqlite:TMP/a.db, true",
        "jdbc:h2:TMP/../home/a, false",
        "jdbc:h2:~/a, false",
        "jdbc:h2:file:/var/a, false",
        "jdbc:h2:tcp://localhost/mem:a, false",
        "jdbc:hsqldb:hsql://localhost/a, false",
        "jdbc:hsqldb:res:/a, false",
        "jdbc:sqlite:a.db, false",
        "jdbc:postgresql://localhost/a, false",
    })
    void onlyMemoryAndTemporaryFilesAreOfTheTest(String url, boolean isOfThisTest) {
        String there = url.replace("TMP", System.getProperty("java.io.tmpdir"));

        assertThat(SeenDatabase.isOfThisTest(there)).isEqualTo(isOfThisTest);
    }

    static class Occupied {

        static final DataSource SOURCE = h2("jdbc:h2:mem:occupied;DB_CLOSE_DELAY=-1");

        @FuzzDatabase
        void test(Fuzzing fuzzing) {
            fuzzing.on(SOURCE);
        }
    }

    @Test
    void tableOfSomebodyElseIsNotTouched() throws Exception {
        try (var connection = Occupied.SOURCE.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE moirai_append1 (precious INT)");
        }

        assertThat(Kit.run(Occupied.class).message())
                .startsWith("the table moirai_append1 is already at jdbc:h2:mem:occupied");
        assertThat(FuzzDatabaseTest.tables(Occupied.SOURCE)).containsExactly("moirai_append1");
    }

    static class InContainer {

        @FuzzDatabase(expect = IsolationLevel.READ_COMMITTED, transactions = 500)
        void started(Fuzzing fuzzing) {
            fuzzing.onContainer(new JdbcDatabaseContainer() {
                @Override
                public String getJdbcUrl() {
                    return "jdbc:h2:mem:container;DB_CLOSE_DELAY=-1";
                }
            });
        }
    }

    static class NotStarted {

        @FuzzDatabase
        void test(Fuzzing fuzzing) {
            fuzzing.onContainer(new JdbcDatabaseContainer() {
                @Override
                public String getJdbcUrl() {
                    throw new IllegalStateException("no mapped port");
                }
            });
        }
    }

    static class NoContainer {

        @FuzzDatabase
        void test(Fuzzing fuzzing) {
            fuzzing.onContainer("postgres:17");
        }
    }

    @Test
    void containersAreKnownByTheirType() {
        assertThat(Kit.run(InContainer.class).failures()).isEmpty();
        assertThat(Kit.run(NotStarted.class).message())
                .isEqualTo("the container has no database yet; is it started?"
                        + " java.lang.IllegalStateException: no mapped port");
        assertThat(Kit.run(NoContainer.class).message())
                .startsWith("'java.lang.String' is no container of a database: expected a org.testcontainers");
    }

    /** A run that never began has nothing to keep. */
    @Test
    void refusedRunsLeaveNoFolder(@TempDir Path folder) {
        Kit kit = Kit.run(UnknownLevelOfDataSource.class, Map.of(FuzzDatabase.DIRECTORY_PROPERTY, folder.toString()));
        Kit begun = Kit.run(SmallPoolOf.class, Map.of(FuzzDatabase.DIRECTORY_PROPERTY, folder.toString()));

        assertThat(kit.failures()).hasSize(1);
        assertThat(begun.message()).contains("no more connections");
        assertThat(folder).isEmptyDirectory();
    }

    static class SmallPoolOf {

        @FuzzDatabase
        void one(Fuzzing fuzzing) {
            var left = new AtomicInteger(3);
            ConnectionSource small = () -> {
                if (left.getAndDecrement() <= 0) {
                    throw new SQLException("no more connections");
                }
                return h2("jdbc:h2:mem:of-three;DB_CLOSE_DELAY=-1").getConnection();
            };
            fuzzing.on(small);
        }
    }
}
