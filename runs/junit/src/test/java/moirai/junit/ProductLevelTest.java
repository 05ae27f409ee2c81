package moirai.junit;

import static moirai.mockstore.levels.ProductLevel.POSTGRES_READ_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import moirai.junit.weak.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code as its users run it on PostgreSQL at READ COMMITTED: what is right there passes, and what is wrong fails. */
class ProductLevelTest {

    private static final int CALLS = 3;

    /** The tests of the cases below, which run inside of a test. */
    static class Cases {

        private static WeakStore filled(WeakStore store) {
            store.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT NOT NULL, version INT NOT NULL)");
            store.execute("INSERT INTO counter VALUES (1, 0, 0)");
            store.execute("CREATE TABLE shedlock (name TEXT PRIMARY KEY, owner TEXT NOT NULL)");
            return store;
        }

        @EveryBehaviour(products = POSTGRES_READ_COMMITTED)
        void atomicUpdatesAreNotLost(WeakStore store) throws Exception {
            DataSource source = filled(store).dataSource();
            Call increment = () -> update(source, "UPDATE counter SET n = n + 1 WHERE id = 1");
            store.inParallel(increment::run, increment::run, increment::run);
            assertThat(store.number("SELECT n FROM counter")).isEqualTo(CALLS);
        }

        @EveryBehaviour(products = POSTGRES_READ_COMMITTED)
        void oneInsertOfAKeyWins(WeakStore store) throws Exception {
            DataSource source = filled(store).dataSource();
            var winners = new AtomicInteger();
            Call take = () -> winners.addAndGet(
                    update(source, "INSERT INTO shedlock VALUES ('job', 'me') ON CONFLICT DO NOTHING"));
            store.inParallel(take::run, take::run);
            assertThat(winners.get()).isEqualTo(1);
        }

        @EveryBehaviour(products = POSTGRES_READ_COMMITTED)
        void aVersionColumnKeepsEveryUpdate(WeakStore store) throws Exception {
            DataSource source = filled(store).dataSource();
            var successes = new AtomicInteger();
            Call increment = () -> successes.addAndGet(incrementIfUnchanged(source));
            store.inParallel(increment::run, increment::run);
            assertThat(store.number("SELECT n FROM counter")).isEqualTo(successes.get());
        }

        @IsolationTest(products = POSTGRES_READ_COMMITTED, seed = "1")
        void readThenWriteLosesUpdates(WeakStore store) throws Exception {
            DataSource source = filled(store).dataSource();
            store.inParallel(() -> readThenWrite(source), () -> readThenWrite(source));
            assertThat(store.number("SELECT n FROM counter")).isEqualTo(2);
        }

        @EveryBehaviour(products = POSTGRES_READ_COMMITTED)
        void insertIfAbsentWithoutAKeyInsertsTwice(WeakStore store) throws Exception {
            store.execute("CREATE TABLE booking (room INT)");
            DataSource source = store.dataSource();
            Call book = () -> update(
                    source, "INSERT INTO booking SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM booking WHERE room = 1)");
            store.inParallel(book::run, book::run);
            assertThat(store.number("SELECT count(*) FROM booking")).isEqualTo(1);
        }

        @EveryBehaviour(products = POSTGRES_READ_COMMITTED)
        void noRowRefersToOneThatIsGone(WeakStore store) throws Exception {
            store.execute("CREATE TABLE parent (id INT PRIMARY KEY)");
            store.execute("CREATE TABLE child (id INT PRIMARY KEY, parent INT REFERENCES parent)");
            store.execute("INSERT INTO parent VALUES (1)");
            DataSource source = store.dataSource();
            var refused = new AtomicInteger();
            store.inParallel(
                    () -> countRefused(source, "DELETE FROM parent WHERE id = 1", refused),
                    () -> countRefused(source, "INSERT INTO child VALUES (1, 1)", refused));
            assertThat(refused.get()).isEqualTo(1);
        }

        @EveryBehaviour(products = POSTGRES_READ_COMMITTED)
        void oppositeOrdersDeadlockAndAbortOne(WeakStore store) throws Exception {
            DataSource source = filled(store).dataSource();
            store.execute("INSERT INTO counter VALUES (2, 0, 0)");
            List<Ended> ends = store.inParallel(() -> both(source, 1, 2), () -> both(source, 2, 1));
            long done = ends.stream().filter(end -> end.thrown().isEmpty()).count();
            assertThat(done).isPositive();
            assertThat(store.number("SELECT sum(n) FROM counter")).isEqualTo(2 * done);
        }
    }

    private interface Call {
        void run() throws SQLException;
    }

    private static void countRefused(DataSource source, String sql, AtomicInteger refused) throws SQLException {
        try {
            update(source, sql);
        } catch (SQLException violation) {
            assertThat(violation.getSQLState()).isEqualTo("23503");
            refused.incrementAndGet();
        }
    }

    private static int update(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            return statement.executeUpdate();
        }
    }

    private static int read(Connection connection, String column) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT " + column + " FROM counter WHERE id = 1");
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static int incrementIfUnchanged(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            int version = read(connection, "version");
            try (PreparedStatement statement = connection.prepareStatement(
                    "UPDATE counter SET n = n + 1, version = version + 1 WHERE id = 1 AND version = ?")) {
                statement.setInt(1, version);
                return statement.executeUpdate();
            }
        }
    }

    private static void readThenWrite(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            int n = read(connection, "n");
            try (PreparedStatement statement = connection.prepareStatement("UPDATE counter SET n = ? WHERE id = 1")) {
                statement.setInt(1, n + 1);
                statement.executeUpdate();
            }
            connection.commit();
        }
    }

    private static void both(DataSource source, int first, int second) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            for (int id : List.of(first, second)) {
                try (PreparedStatement statement =
                        connection.prepareStatement("UPDATE counter SET n = n + 1 WHERE id = ?")) {
                    statement.setInt(1, id);
                    statement.executeUpdate();
                }
            }
            connection.commit();
        }
    }

    @TempDir
    private Path directory;

    @Test
    void whatIsRightOnPostgresPassesAndWhatIsWrongFails() {
        JupiterRun run = JupiterRun.of(Cases.class, directory);

        assertThat(run.passed()).hasSize(5);
        assertThat(run.entries()).hasSize(5).allMatch(entry -> entry.endsWith("at postgres-read-committed}"));
        assertThat(run.messages())
                .hasSize(2)
                .anySatisfy(text -> assertThat(text)
                        .contains("readThenWriteLosesUpdates fails at postgres-read-committed", "n = 0 of the start")
                        .contains("T0 is lost", "At postgres-repeatable-read", "which has to be tried again"))
                .anySatisfy(text ->
                        assertThat(text).contains("insertIfAbsentWithoutAKeyInsertsTwice", "needs all 2 calls"));
    }
}
