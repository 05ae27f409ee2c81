package moirai.programs.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import moirai.history.History;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.jdbc.MockDatabases;
import org.jspecify.annotations.Nullable;

/**
 * The mock store at a level. The loaded rows are its initial state, and the observer's reads return the latest
 * versions.
 */
public record MockTarget(IsolationLevel level) implements SqlTarget {

    private static final AtomicLong STORES = new AtomicLong();

    @Override
    public String describe() {
        return "mock store at " + StoreLevels.NAMES.label(level);
    }

    @Override
    public Database open(SqlProgram program, Seed seed) {
        String name = "program-" + program.name() + "-" + STORES.incrementAndGet();
        return new Store(
                name, "jdbc:moirai:mem:" + name + "?isolation=" + StoreLevels.NAMES.label(level) + "&seed=" + seed);
    }

    private static final class Store implements Database {

        private final String name;
        private final String url;
        private @Nullable History whole;

        Store(String name, String url) {
            this.name = name;
            this.url = url;
        }

        @Override
        public Connection session() throws SQLException {
            var connection = DriverManager.getConnection(url);
            connection.setAutoCommit(false);
            return connection;
        }

        @Override
        public Connection observer() throws SQLException {
            var connection = DriverManager.getConnection(url);
            execute(connection, "SET moirai.policy = 'latest'");
            connection.setAutoCommit(false);
            return connection;
        }

        @Override
        public void loaded() throws SQLException {
            try (var connection = DriverManager.getConnection(url)) {
                execute(connection, "CHECKPOINT");
            }
        }

        @Override
        public void ended() throws SQLException {
            whole = recorded().orElse(null);
            loaded();
        }

        private static void execute(Connection connection, String sql) throws SQLException {
            try (var statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        @Override
        public Optional<History> history() {
            return whole == null ? recorded() : Optional.of(whole);
        }

        private Optional<History> recorded() {
            return MockDatabases.find(name).map(database -> database.store().history());
        }

        @Override
        public void close() {
            MockDatabases.drop(name);
        }
    }
}
