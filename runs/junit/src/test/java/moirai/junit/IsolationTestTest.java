package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static moirai.history.level.IsolationLevel.STRONG_SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import moirai.junit.weak.Ended;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class IsolationTestTest {

    private static final String ACCOUNTS = "CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL);"
            + "INSERT INTO account VALUES (1, 100), (2, 0), (3, 0)";

    @TempDir
    private Path directory;

    static class Transfers {

        @IsolationTest(
                levels = {READ_COMMITTED, CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE},
                seed = "5eed")
        void keepTheTotal(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            var bank = new Bank(store.dataSource());
            store.inParallel(
                    () -> bank.transfer(2, 3, 0), () -> bank.transfer(1, 2, 30), () -> bank.transfer(1, 3, 40));
            assertThat(store.number("SELECT sum(balance) FROM account")).isEqualTo(100);
        }
    }

    static class CausalTransfers {

        @IsolationTest(levels = CAUSAL, seed = "5eed")
        void keepTheTotal(WeakStore store) throws Exception {
            new Transfers().keepTheTotal(store);
        }
    }

    @Test
    void eachLevelIsATestOfItsOwn() {
        JupiterRun run = JupiterRun.of(Transfers.class, directory);

        assertThat(run.failed()).containsOnlyKeys("read-committed", "causal");
        assertThat(run.passed()).containsExactly("snapshot-isolation", "serializable");
    }

    @Test
    void aFailureShowsTheSmallestCallsAndWhatTheyRead() {
        JupiterRun run = JupiterRun.of(CausalTransfers.class, directory);

        String text = run.failure();
        assertThat(text)
                .startsWith("CausalTransfers.keepTheTotal fails at causal: expected: 100L")
                .contains("account(1).balance = 100 of the", "needs 2 of 3 calls", "(lost update)")
                .contains("impossible at", "parallel-snapshot-isolation", "@IsolationTest(seed = ")
                .doesNotContain("T2 ");
    }

    @Test
    void theSameSeedFailsInTheSameWay(@TempDir Path other) {
        String first = JupiterRun.of(CausalTransfers.class, directory).failure();
        String second = JupiterRun.of(CausalTransfers.class, other).failure();

        assertThat(second.replace(other.toString(), "")).isEqualTo(first.replace(directory.toString(), ""));
    }

    @Test
    void theNextRunBeginsWithTheTryThatFailed() {
        JupiterRun.of(CausalTransfers.class, directory);

        JupiterRun again = JupiterRun.of(CausalTransfers.class, directory);

        assertThat(again.failure()).contains("found by an earlier run");
    }

    static class Places {

        @IsolationTest(levels = CAUSAL, seed = "5eed")
        void ofEndsStay(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            var bank = new Bank(store.dataSource());
            var ends = store.inParallel(
                    () -> bank.transfer(2, 3, 0), () -> bank.transfer(1, 2, 30), () -> bank.transfer(1, 3, 40));
            int taken = (ends.get(1).thrown().isEmpty() ? 30 : 0)
                    + (ends.get(2).thrown().isEmpty() ? 40 : 0);
            assertThat(store.number("SELECT balance FROM account WHERE id = 1")).isEqualTo(100L - taken);
        }
    }

    @Test
    void aCallThatIsLeftOutCountsAsAborted() {
        assertThat(JupiterRun.of(Places.class, directory).failure()).contains("needs 2 of 3 calls", "lost update");
    }

    static class FixedTotals {

        @IsolationTest(levels = CAUSAL, seed = "5eed")
        void areExpected(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            var bank = new Bank(store.dataSource());
            store.inParallel(() -> bank.transfer(1, 2, 30), () -> bank.transfer(1, 3, 40));
            assertThat(store.number("SELECT balance FROM account WHERE id = 1")).isEqualTo(30);
        }
    }

    @Test
    void callsWhoseEffectsTheTestExpectsAreNotLeftOut() {
        assertThat(JupiterRun.of(FixedTotals.class, directory).failure()).contains("needs all 2 calls", "lost update");
    }

    static class Bookings {

        @IsolationTest(
                levels = {CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE},
                seed = "5eed")
        void areSingle(WeakStore store) throws Exception {
            store.execute("CREATE TABLE booking (id INT PRIMARY KEY, room INT)");
            store.inParallel(() -> book(store, 1), () -> book(store, 2));
            assertThat(store.number("SELECT count(*) FROM booking WHERE room = 7"))
                    .isLessThan(2);
        }

        private static void book(WeakStore store, int id) throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                try (ResultSet found =
                        connection.createStatement().executeQuery("SELECT id FROM booking WHERE room = 7")) {
                    if (!found.next()) {
                        connection.createStatement().executeUpdate("INSERT INTO booking VALUES (" + id + ", 7)");
                    }
                }
                connection.commit();
            }
        }
    }

    @Test
    void rowsThatAScanMissedCountAgainstSerializability() {
        JupiterRun run = JupiterRun.of(Bookings.class, directory);

        assertThat(run.passed()).containsExactly("serializable");
        assertThat(run.failed().values())
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure.getMessage())
                        .contains("allowed at snapshot-isolation", "impossible at serializable\n(write skew)"));
    }

    static class Seeded {

        @IsolationTest(levels = CAUSAL)
        void keepTheTotal(WeakStore store) throws Exception {
            new Transfers().keepTheTotal(store);
        }
    }

    @Test
    void theSeedOfAFailureFailsAtOnce(@TempDir Path other) {
        String text = JupiterRun.of(Seeded.class, directory).failure();
        String seed = text.replaceAll("(?s).*-Dmoirai.seed=([0-9a-f]+).*", "$1");

        assertThat(JupiterRun.of(Seeded.class, other, Map.of("moirai.seed", seed))
                        .failure())
                .contains("found by try 1 ", "-Dmoirai.seed=" + seed);
    }

    static class Increments {

        @BeforeEach
        void fill(WeakStore store) {
            store.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT); INSERT INTO counter VALUES (1, 0)");
        }

        @IsolationTest(
                levels = {READ_COMMITTED, SNAPSHOT_ISOLATION},
                holdsFrom = SNAPSHOT_ISOLATION)
        void areNotLost(WeakStore store) throws Exception {
            var ends = store.inParallel(() -> increment(store), () -> increment(store));
            long committed = ends.stream().filter(end -> end.thrown().isEmpty()).count();
            assertThat(store.number("SELECT n FROM counter")).isEqualTo(committed);
        }

        private static void increment(WeakStore store) throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.createStatement().executeUpdate("UPDATE counter SET n = n + 1 WHERE id = 1");
            }
        }
    }

    @Test
    void weakerLevelsMayFailWhereThatIsExpected() {
        JupiterRun run = JupiterRun.of(Increments.class, directory);

        assertThat(run.failed()).isEmpty();
        assertThat(run.passed()).containsExactly("read-committed", "snapshot-isolation");
    }

    static class Locked {

        @IsolationTest(levels = READ_COMMITTED, holdsFrom = SERIALIZABLE)
        void increments(WeakStore store) throws Exception {
            store.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT); INSERT INTO counter VALUES (1, 0)");
            store.inParallel(() -> increment(store), () -> increment(store));
            assertThat(store.number("SELECT n FROM counter")).isEqualTo(2);
        }

        private static void increment(WeakStore store) throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                connection.createStatement().executeQuery("SELECT n FROM counter WHERE id = 1 FOR UPDATE");
                connection.createStatement().executeUpdate("UPDATE counter SET n = n + 1 WHERE id = 1");
                connection.commit();
            }
        }
    }

    @Test
    void aLevelThatNoLongerFailsIsReported() {
        assertThat(JupiterRun.of(Locked.class, directory).failure())
                .contains("at read-committed, all 500 tries passed", "only from serializable on", "set holdsFrom");
    }

    static class Skew {

        @IsolationTest(
                levels = {STRONG_SNAPSHOT_ISOLATION, SERIALIZABLE},
                holdsFrom = SERIALIZABLE)
        void oneDoctorStays(WeakStore store) throws Exception {
            store.execute("CREATE TABLE doctor (id INT PRIMARY KEY, on_call BOOLEAN);"
                    + "INSERT INTO doctor VALUES (1, TRUE), (2, TRUE)");
            store.inParallel(() -> leave(store, 1), () -> leave(store, 2));
            assertThat(store.number("SELECT count(*) FROM doctor WHERE on_call"))
                    .isPositive();
        }

        private static void leave(WeakStore store, int doctor) throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                var rows = connection.createStatement().executeQuery("SELECT count(*) FROM doctor WHERE on_call");
                rows.next();
                if (rows.getInt(1) > 1) {
                    connection
                            .createStatement()
                            .executeUpdate("UPDATE doctor SET on_call = FALSE WHERE id = " + doctor);
                }
                connection.commit();
            }
        }
    }

    @Test
    void transactionsOverlapWhereTheLevelKeepsRealTime() {
        assertThat(JupiterRun.of(Skew.class, directory).failed()).isEmpty();
    }

    static class Conflicts {

        static final List<Ended> ABORTED = new CopyOnWriteArrayList<>();

        @IsolationTest(levels = SNAPSHOT_ISOLATION)
        void abortACall(WeakStore store) throws Exception {
            store.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT); INSERT INTO counter VALUES (1, 0)");
            var ends = store.inParallel(() -> Increments.increment(store), () -> Increments.increment(store));
            ends.stream().filter(end -> end.thrown().isPresent()).forEach(ABORTED::add);
        }
    }

    @Test
    void aConflictAbortsItsCallAlone() {
        assertThat(JupiterRun.of(Conflicts.class, directory).failed()).isEmpty();
        assertThat(Conflicts.ABORTED.getFirst().thrown()).containsInstanceOf(SQLException.class);
    }

    static class Twice {

        @IsolationTest(levels = READ_COMMITTED, seed = "1")
        void throwsInACall(WeakStore store) throws Exception {
            store.inParallel(() -> {}, WeakStore.named("Ann books", () -> {
                throw new IllegalArgumentException("no such seat: 7");
            }));
        }
    }

    @Test
    void anyOtherExceptionOfACallFailsTheTest() {
        assertThat(JupiterRun.of(Twice.class, directory).failure())
                .contains("Ann books has thrown java.lang.IllegalArgumentException: no such seat: 7")
                .contains("needs 1 of 2 calls");
    }

    static class Waiting {

        private static final CountDownLatch NEVER = new CountDownLatch(1);

        @Timeout(value = 500, unit = TimeUnit.MILLISECONDS)
        @IsolationTest(levels = READ_COMMITTED)
        void forNothing(WeakStore store) throws Exception {
            store.inParallel(NEVER::await, () -> {});
        }
    }

    @Test
    void aTimeoutEndsTheCalls() {
        assertThat(JupiterRun.of(Waiting.class, directory).failure()).contains("timed out");
    }

    static class Synchronized {

        @IsolationTest(levels = READ_COMMITTED, tries = 20)
        void service(WeakStore store) throws Exception {
            store.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT); INSERT INTO counter VALUES (1, 0)");
            store.inParallel(() -> increment(store), () -> increment(store), () -> increment(store));
            assertThat(store.number("SELECT n FROM counter")).isPositive();
        }

        private static synchronized void increment(WeakStore store) throws SQLException {
            Increments.increment(store);
            Increments.increment(store);
        }
    }

    @Test
    void callsThatWaitForEachOthersLocksGoOn() {
        assertThat(JupiterRun.of(Synchronized.class, directory).failed()).isEmpty();
    }

    static class Around {

        @IsolationTest(levels = READ_COMMITTED, tries = 100)
        void whatIsCommittedIsSeenBeforeAndAfterTheCalls(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            var bank = new Bank(store.dataSource());
            bank.transfer(1, 2, 30);
            bank.transfer(2, 3, 20);
            store.inParallel(() -> bank.transfer(1, 3, 0), () -> bank.transfer(2, 3, 0));
            bank.transfer(3, 1, 0);
            assertThat(store.number("SELECT sum(balance) FROM account WHERE balance = 70 OR balance IN (10, 20)"))
                    .isEqualTo(100);
        }
    }

    @Test
    void outsideOfRoundsTheLastValuesAreRead() {
        assertThat(JupiterRun.of(Around.class, directory).failed()).isEmpty();
    }

    static class Inner {

        @Nested
        class Deeper {

            @IsolationTest(levels = SERIALIZABLE)
            void holds(WeakStore store) throws Exception {
                store.execute(ACCOUNTS);
                var bank = new Bank(store.dataSource());
                store.inParallel(() -> bank.transfer(1, 2, 3), () -> bank.transfer(1, 3, 4));
            }

            @IsolationTest(levels = CAUSAL)
            void fails(WeakStore store) throws Exception {
                new Transfers().keepTheTotal(store);
            }
        }
    }

    @Test
    void nestedClassesAndParametersOfTheBuildWork() {
        JupiterRun run = JupiterRun.of(Inner.class, directory, Map.of("moirai.tries", "100"));

        assertThat(run.passed()).containsExactly("serializable");
        assertThat(run.failure("causal")).contains("-Dtest='IsolationTestTest$Inner$Deeper#fails' -Dmoirai.seed=");
    }
}
