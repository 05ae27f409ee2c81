package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.PREFIX;
import static moirai.history.level.IsolationLevel.READ_ATOMIC;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that inserts a row, or else reads the one that is there, as schedulers do. */
class InsertOrReadCallTest {

    @TempDir
    private Path directory;

    private static void schedule(WeakStore store) throws SQLException {
        try (Connection connection = store.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            try {
                statement.executeUpdate("INSERT INTO task VALUES ('mail', 1)");
            } catch (SQLIntegrityConstraintViolationException duplicate) {
                try (ResultSet rows = statement.executeQuery("SELECT version FROM task WHERE name = 'mail'")) {
                    assertThat(rows.next()).as("the task that is there").isTrue();
                }
            }
        }
    }

    static class Scheduler {

        @IsolationTest(
                levels = {READ_ATOMIC, CAUSAL, PREFIX, SNAPSHOT_ISOLATION, SERIALIZABLE},
                tries = 200)
        void schedules(WeakStore store) throws Exception {
            store.execute("CREATE TABLE task (name TEXT PRIMARY KEY, version INT)");
            store.inParallel(() -> schedule(store), () -> schedule(store));
        }
    }

    @Test
    void theRowIsFoundWhereTransactionsSeeWhatTheirSessionHasSeen() {
        JupiterRun run = JupiterRun.of(Scheduler.class, directory);

        assertThat(run.passed()).containsExactly("causal", "prefix", "snapshot-isolation", "serializable");
        assertThat(run.failure("read-atomic"))
                .contains("the task that is there", "allowed at read-atomic", "impossible at causal");
    }
}
