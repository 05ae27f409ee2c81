package moirai.junit.fuzzing;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import moirai.analysis.Verdict;
import moirai.history.level.IsolationLevel;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

class FuzzDatabaseTest {

    private static DataSource h2() {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:fuzz-" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        source.setUser("sa");
        return source;
    }

    static HikariDataSource pool(String url, int size) {
        var configuration = new HikariConfig();
        configuration.setJdbcUrl(url);
        configuration.setUsername("sa");
        configuration.setPassword("");
        configuration.setMaximumPoolSize(size);
        configuration.setConnectionTimeout(1_000);
        return new HikariDataSource(configuration);
    }

    static List<String> tables(DataSource source) throws SQLException {
        var names = new ArrayList<String>();
        try (Connection connection = source.getConnection();
                var tables =
                        connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return names.stream().filter(name -> name.startsWith("moirai")).toList();
    }

    static class SerializableH2 {

        static final DataSource SOURCE = h2();

        @FuzzDatabase(isolation = "serializable", expect = IsolationLevel.SERIALIZABLE)
        void isSerializable(Fuzzing fuzzing) {
            fuzzing.on(SOURCE);
        }
    }

    /** H2's manual says that its serializable is no more than snapshot isolation; with luck it is found to be less. */
    @Test
    void h2IsFoundNotToBeSerializable() throws SQLException {
        String message = Kit.run(SerializableH2.class).message();

        assertThat(message)
                .startsWith("verdict: INVALID · expected serializable · found ")
                .contains("begin T0")
                .containsPattern("a\\s+contradiction!")
                .containsPattern("documented as\\s+snapshot-isolation")
                .containsPattern("shrunk from [0-9,]+ transactions to [2-9]")
                .containsPattern("again: mvn test -Dtest='FuzzDatabaseTest\\$SerializableH2#isSerializable'"
                        + " -Dmoirai.seed=[0-9a-f]+\n +or @FuzzDatabase\\(seed = \"[0-9a-f]+\"\\): the transactions")
                .contains("\nmore:  moirai explain target/moirai/FuzzDatabaseTest.SerializableH2.isSerializable/");
        assertThat(tables(SerializableH2.SOURCE)).isEmpty();
    }

    static class PooledH2 {

        static final HikariDataSource SOURCE = pool("jdbc:h2:mem:pooled", 4);
        static final List<FuzzedRun> RUNS = new ArrayList<>();

        @FuzzDatabase(expect = IsolationLevel.READ_COMMITTED, transactions = 1_000, sessions = 4)
        void readsCommitted(Fuzzing fuzzing) {
            RUNS.add(fuzzing.on(SOURCE));
            assertThat(fuzzing.run().directory()).exists();
            assertThat(fuzzing.run().history().txnCount()).isEqualTo(1_000);
        }
    }

    @Test
    void poolOfAsManyConnectionsAsSessionsSufficesAndIsAsItWasBefore() throws SQLException {
        try (HikariDataSource pool = PooledH2.SOURCE) {
            Kit kit = Kit.run(PooledH2.class);

            assertThat(kit.failures()).isEmpty();
            assertThat(kit.passed()).isEqualTo(1);
            FuzzedRun run = PooledH2.RUNS.getFirst();
            assertThat(run.verdict()).isInstanceOf(Verdict.Pass.class);
            assertThat(run.result().header().isolation()).isEqualTo("read-committed");
            assertThat(run.directory()).doesNotExist();
            assertThat(tables(pool)).isEmpty();
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            var connections = new ArrayList<Connection>();
            for (int i = 0; i < 4; i++) {
                Connection connection = pool.getConnection();
                connections.add(connection);
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            }
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    static class SmallPool {

        static final HikariDataSource SOURCE = pool("jdbc:h2:mem:small", 3);

        @FuzzDatabase(sessions = 4)
        void needsAConnectionASession(Fuzzing fuzzing) {
            fuzzing.on(SOURCE);
        }
    }

    @Test
    void poolThatIsTooSmallIsAnErrorThatSaysHowManyConnectionsAreNeeded() throws SQLException {
        try (HikariDataSource pool = SmallPool.SOURCE) {
            assertThat(Kit.run(SmallPool.class).message())
                    .startsWith("cannot open session 3: cannot connect to jdbc:h2:mem:small: ")
                    .endsWith("; each of 4 sessions keeps a connection of its own, so a pool needs that many");
            assertThat(tables(pool)).isEmpty();
        }
    }

    static class Hsqldb {

        static final HikariDataSource SOURCE = pool("jdbc:hsqldb:mem:fuzzed;hsqldb.tx=mvcc", 10);

        @FuzzDatabase(isolation = "serializable", transactions = 2_000)
        void keepsSnapshots(Fuzzing fuzzing) {
            fuzzing.on(SOURCE);
        }
    }

    /** HSQLDB's manual promises snapshot isolation; whether it keeps that is for its own tests to say. */
    @Test
    void hsqldbIsJudgedAndNothingIsLeftThere() throws SQLException {
        try (HikariDataSource pool = Hsqldb.SOURCE) {
            Kit kit = Kit.run(Hsqldb.class);

            assertThat(kit.failures())
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(AssertionFailedError.class)
                            .hasMessageContaining("expected snapshot-isolation"));
            assertThat(tables(pool)).isEmpty();
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    static class Alone {

        @FuzzDatabase(sessions = 1, transactions = 500)
        void showsNothing(Fuzzing fuzzing) {
            fuzzing.on(h2());
        }
    }

    @Test
    void runThatCouldNoticeNothingFailsWithAdvice() {
        assertThat(Kit.run(Alone.class).message())
                .startsWith("verdict: INSUFFICIENT EVIDENCE · expected snapshot-isolation · ")
                .contains("This is no pass, since hardly anything could have been noticed")
                .contains("sessions (now 1)");
    }

    static class Several {

        @RepeatedTest(2)
        @FuzzDatabase(expect = IsolationLevel.READ_COMMITTED, transactions = 1_000)
        void repeated(Fuzzing fuzzing) {
            fuzzing.on(h2());
        }

        @ParameterizedTest
        @ValueSource(strings = {"memory", "h2"})
        @FuzzDatabase(expect = IsolationLevel.READ_COMMITTED, transactions = 1_000)
        void parameterized(String product, Fuzzing fuzzing) {
            assertThat(fuzzing.onProduct(product).database()).containsIgnoringCase(product);
        }
    }

    @Test
    void repeatedAndParameterizedTestsMakeOneRunEachInvocation() {
        Kit kit = Kit.run(Several.class);

        assertThat(kit.failures()).isEmpty();
        assertThat(kit.passed()).isEqualTo(4);
    }

    static class Shared {

        static final HikariDataSource SOURCE = pool("jdbc:h2:mem:shared", 8);

        @FuzzDatabase(expect = IsolationLevel.READ_COMMITTED, transactions = 1_000, sessions = 4)
        void one(Fuzzing fuzzing) {
            fuzzing.on(SOURCE);
        }

        @FuzzDatabase(expect = IsolationLevel.READ_COMMITTED, transactions = 1_000, sessions = 4)
        void other(Fuzzing fuzzing) {
            fuzzing.on(SOURCE);
        }
    }

    @Test
    void parallelTestsOnOneDatabaseFollowEachOther() throws SQLException {
        try (HikariDataSource pool = Shared.SOURCE) {
            Kit kit = Kit.run(
                    Shared.class,
                    Map.of(
                            "junit.jupiter.execution.parallel.enabled", "true",
                            "junit.jupiter.execution.parallel.mode.default", "concurrent"));

            assertThat(kit.failures()).isEmpty();
            assertThat(kit.passed()).isEqualTo(2);
            assertThat(tables(pool)).isEmpty();
        }
    }
}
