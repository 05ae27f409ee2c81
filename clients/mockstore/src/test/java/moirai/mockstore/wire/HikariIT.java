package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/** The unmodified driver of PostgreSQL in an unmodified pool, from several threads. */
class HikariIT {

    private static final int THREADS = 3;
    private static final int INCREMENTS = 4;
    private static final int SEEDS = 5;
    private static final int RETRIES_MAX = 2_000;

    @Test
    void anUpdateIsLostAtReadCommitted() throws Exception {
        List<Integer> counters = new ArrayList<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            counters.add(counterAfterIncrements(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, seed));
        }

        assertThat(counters).anyMatch(counter -> counter < THREADS * INCREMENTS);
    }

    @Test
    void noUpdateIsLostAtSnapshotIsolation() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(counterAfterIncrements(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, seed))
                    .isEqualTo(THREADS * INCREMENTS);
        }
    }

    private static int counterAfterIncrements(IsolationLevel level, long seed) throws Exception {
        var database = TestDatabases.database(level, seed);
        try (var server = MockServer.start(database, 0);
                var pool = pool(server.port())) {
            try (var connection = pool.getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("CREATE TABLE counter (id int PRIMARY KEY, value int)");
                statement.execute("INSERT INTO counter VALUES (1, 0)");
                connection.commit();
            }
            database.store().checkpoint();
            incrementFromThreads(pool);
            database.store().checkpoint();
            try (var connection = pool.getConnection()) {
                return counter(connection);
            }
        }
    }

    private static HikariDataSource pool(int port) {
        var config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://localhost:" + port + "/mock");
        config.setUsername("moirai");
        config.setMaximumPoolSize(THREADS);
        config.setAutoCommit(false);
        return new HikariDataSource(config);
    }

    private static void incrementFromThreads(DataSource pool) throws InterruptedException, ExecutionException {
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                ends.add(threads.submit(() -> {
                    for (int i = 0; i < INCREMENTS; i++) {
                        increment(pool);
                    }
                    return true;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        }
    }

    /** Increments a value as applications do: reads, computes, writes, and tries once more if the database says so. */
    private static void increment(DataSource pool) throws SQLException {
        for (int attempt = 0; attempt < RETRIES_MAX; attempt++) {
            try (var connection = pool.getConnection()) {
                try (var update = connection.prepareStatement("UPDATE counter SET value = ? WHERE id = 1")) {
                    update.setInt(1, counter(connection) + 1);
                    update.executeUpdate();
                    connection.commit();
                    return;
                } catch (SQLException refused) {
                    connection.rollback();
                    if (!refused.getSQLState().equals("40001")) {
                        throw refused;
                    }
                }
            }
        }
        throw new IllegalStateException("no success in " + RETRIES_MAX + " attempts");
    }

    private static int counter(Connection connection) throws SQLException {
        try (var select = connection.prepareStatement("SELECT value FROM counter WHERE id = 1");
                var rows = select.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
