package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import moirai.mockstore.jdbc.MockDatabases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreOfTestTest {

    @TempDir
    private Path directory;

    static class Constructed {

        private final WeakStore own;

        Constructed(WeakStore own) {
            this.own = own;
        }

        @IsolationTest(levels = {CAUSAL, SNAPSHOT_ISOLATION})
        void store(WeakStore store) throws Exception {
            store.inParallel(() -> store.execute("SELECT 1"), () -> store.execute("SELECT 2"));
            assertThat(own.level()).isEqualTo(store.level()).isIn(CAUSAL, SNAPSHOT_ISOLATION);
        }
    }

    @Test
    void aConstructorGetsTheStoreOfItsLevel() {
        JupiterRun run = JupiterRun.of(Constructed.class, directory);

        assertThat(run.failed()).isEmpty();
        assertThat(run.passed()).containsExactly("causal", "snapshot-isolation");
    }

    /** Its set-up uses the store as an application does, which knows no {@code WeakStore}. */
    static class OnExisting {

        private static final String URL = "jdbc:moirai:mem:existing?isolation=causal&seed=7";

        @BeforeEach
        void fill() throws SQLException {
            try (Connection one = DriverManager.getConnection(URL);
                    Connection other = DriverManager.getConnection(URL)) {
                one.createStatement().executeUpdate("INSERT INTO counter VALUES (1, 0)");
                for (int value = 0; value < 50; value++) {
                    one.createStatement().executeUpdate("UPDATE counter SET n = " + value);
                    try (ResultSet rows = other.createStatement().executeQuery("SELECT n FROM counter")) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getInt(1)).isEqualTo(value);
                    }
                }
            }
        }

        @IsolationTest(
                levels = {READ_COMMITTED, SERIALIZABLE},
                database = "existing")
        void store(WeakStore store) throws Exception {
            store.inParallel(() -> store.execute("UPDATE counter SET n = 0"), () -> store.execute("SELECT 1"));
            assertThat(store.number("SELECT n FROM counter")).isZero();
        }

        @AfterEach
        void empty() throws SQLException {
            try (Connection connection = DriverManager.getConnection(URL)) {
                connection.createStatement().executeUpdate("DELETE FROM counter");
            }
        }
    }

    @Test
    void aStoreThatExistsIsTakenOverBeforeTheSetUpAndGivenBack() throws SQLException {
        try (Connection connection = DriverManager.getConnection(OnExisting.URL)) {
            connection.createStatement().executeUpdate("CREATE TABLE counter (id INT PRIMARY KEY, n INT)");

            JupiterRun run = JupiterRun.of(OnExisting.class, directory);

            assertThat(run.failed()).isEmpty();
            assertThat(run.passed()).hasSize(2);
            assertThat(MockDatabases.find("existing")
                            .orElseThrow()
                            .store()
                            .options()
                            .level()
                            .guarantee())
                    .isEqualTo(CAUSAL);
            try (ResultSet rows = connection.createStatement().executeQuery("SELECT n FROM counter")) {
                assertThat(rows.next()).as("a row that the clean-up has left").isFalse();
            }
        } finally {
            MockDatabases.drop("existing");
        }
    }
}
