package moirai.junit;

import static moirai.mockstore.levels.ProductLevel.POSTGRES_READ_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import moirai.junit.weak.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures at a level of a product say only what is true of the table above them. */
class ProductFailureTextTest {

    @TempDir
    private Path directory;

    /** A transaction that a call runs. */
    @FunctionalInterface
    private interface Txn {
        void run(Connection connection, Statement statement) throws SQLException;
    }

    private static WeakStore filled(WeakStore store) {
        store.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT); INSERT INTO counter VALUES (1, 0), (2, 0)");
        return store;
    }

    private static void run(WeakStore store, Txn txn) throws SQLException {
        try (Connection connection = store.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            txn.run(connection, statement);
        }
    }

    private static int read(Statement statement) throws SQLException {
        ResultSet rows = statement.executeQuery("SELECT n FROM counter WHERE id = 1");
        rows.next();
        return rows.getInt(1);
    }

    private static void add(WeakStore store, int count) throws SQLException {
        run(store, (connection, statement) -> {
            statement.executeUpdate("UPDATE counter SET n = n + " + count + " WHERE id = 1");
            connection.commit();
        });
    }

    static class Cases {

        @IsolationTest(products = POSTGRES_READ_COMMITTED, seed = "1")
        void lost(WeakStore store) throws Exception {
            filled(store);
            Call increment = () -> run(store, (connection, statement) -> {
                int n = read(statement);
                statement.executeUpdate("UPDATE counter SET n = " + (n + 1) + " WHERE id = 1");
                connection.commit();
            });
            store.inParallel(increment, increment);
            assertThat(store.number("SELECT n FROM counter WHERE id = 1")).isEqualTo(2);
        }

        @IsolationTest(products = POSTGRES_READ_COMMITTED, seed = "1")
        void discarded(WeakStore store) throws Exception {
            filled(store);
            int[] seen = new int[2];
            store.inParallel(
                    () -> add(store, 1),
                    () -> run(store, (connection, statement) -> {
                        seen[0] = read(statement);
                        seen[1] = read(statement);
                        connection.commit();
                    }));
            assumeTrue(seen[1] == 1);
            assertThat(seen[0]).isEqualTo(seen[1]);
        }
    }

    @Test
    void eachSentenceIsTrueOfTheTable() {
        JupiterRun run = JupiterRun.of(Cases.class, directory);

        assertThat(run.messages())
                .anySatisfy(text ->
                        assertThat(text).contains("Cases.lost fails", "T0 is lost", "tries passed and none failed"))
                .anySatisfy(text -> assertThat(text)
                        .contains("Cases.discarded fails", "tries passed and none failed")
                        .doesNotContain("is lost"));
    }
}
