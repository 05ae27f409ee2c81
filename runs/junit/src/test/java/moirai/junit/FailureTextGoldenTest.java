package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people read when a test on the weak store fails, word by word. */
class FailureTextGoldenTest {

    private static final String ACCOUNTS = "CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL);"
            + "INSERT INTO account VALUES (1, 100), (2, 0), (3, 0)";

    @TempDir
    private Path directory;

    private void assertMatches(String name, String text) {
        assertThat(text.lines().skip(1))
                .filteredOn(line -> !line.matches("(again|kept): .*"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        Golden.assertMatches(name, text.replace(directory.toString(), "target/moirai") + "\n");
    }

    static class Transfers {

        @IsolationTest(levels = CAUSAL, holdsFrom = CAUSAL, seed = "5eed")
        void transfersKeepTheTotal(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            var bank = new Bank(store.dataSource());
            store.inParallel(
                    () -> bank.transfer(2, 3, 0), () -> bank.transfer(1, 2, 30), () -> bank.transfer(1, 3, 40));
            assertThat(store.number("SELECT sum(balance) FROM account")).isEqualTo(100);
        }
    }

    @Test
    void isolationTest() {
        assertMatches(
                "isolation-test.txt", JupiterRun.of(Transfers.class, directory).failure());
    }

    static class OnCall {

        @EveryBehaviour(level = SNAPSHOT_ISOLATION)
        void oneDoctorStays(WeakStore store) throws Exception {
            store.execute("CREATE TABLE doctor (name TEXT PRIMARY KEY, on_call BOOLEAN NOT NULL);"
                    + "INSERT INTO doctor VALUES ('Ann', true), ('Bob', true)");
            store.inParallel(
                    WeakStore.named("Ann leaves", () -> leave(store, "Ann")),
                    WeakStore.named("Bob leaves", () -> leave(store, "Bob")));
            assertThat(store.number("SELECT count(*) FROM doctor WHERE on_call"))
                    .as("doctors on call")
                    .isPositive();
        }

        private static void leave(WeakStore store, String name) throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                var count = connection.createStatement().executeQuery("SELECT count(*) FROM doctor WHERE on_call");
                count.next();
                if (count.getInt(1) > 1) {
                    try (var update = connection.prepareStatement("UPDATE doctor SET on_call = false WHERE name = ?")) {
                        update.setString(1, name);
                        update.executeUpdate();
                    }
                }
                connection.commit();
            }
        }
    }

    @Test
    void everyBehaviour() {
        assertMatches(
                "every-behaviour.txt", JupiterRun.of(OnCall.class, directory).failure());
    }

    static class Bookings {

        @IsolationTest(levels = SNAPSHOT_ISOLATION, seed = "5eed")
        void areSingle(WeakStore store) throws Exception {
            store.execute("CREATE TABLE booking (id INT PRIMARY KEY, room INT)");
            store.inParallel(() -> book(store, 1), () -> book(store, 2));
            assertThat(store.number("SELECT count(*) FROM booking WHERE room = 7"))
                    .isLessThan(2);
        }

        private static void book(WeakStore store, int id) throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                var found = connection.createStatement().executeQuery("SELECT id FROM booking WHERE room = 7");
                if (!found.next()) {
                    connection.createStatement().executeUpdate("INSERT INTO booking VALUES (" + id + ", 7)");
                }
                connection.commit();
            }
        }
    }

    @Test
    void scanThatFindsNothing() {
        assertMatches(
                "double-booking.txt", JupiterRun.of(Bookings.class, directory).failure());
    }

    static class Atomic {

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE, tries = 20)
        void addsUp(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            store.inParallel(
                    () -> store.execute("UPDATE account SET balance = 1 WHERE id = 1"),
                    () -> store.execute("UPDATE account SET balance = 1 WHERE id = 2"));
        }
    }

    @Test
    void noLongerFails() {
        assertMatches(
                "no-longer-fails.txt", JupiterRun.of(Atomic.class, directory).failure());
    }

    static class Listens {

        @IsolationTest(levels = CAUSAL, seed = "1")
        void listens(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            store.inParallel(() -> {
                try (Connection connection = store.dataSource().getConnection()) {
                    connection.createStatement().execute("LISTEN account");
                }
            });
        }
    }

    @Test
    void unsupportedStatement() {
        assertMatches(
                "unsupported-statement.txt",
                JupiterRun.of(Listens.class, directory).failure());
    }
}
