package moirai.programs.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import moirai.history.History;
import moirai.history.Seed;

/**
 * A server that speaks PostgreSQL's SQL, by URL. Each run has a schema of its own, called {@code moirai_program_} and
 * the program's name, which is dropped at the end, and at the beginning if a run that died has left it.
 *
 * @param isolation one of the constants of {@link Connection}
 */
public record ServerTarget(String url, String user, String password, int isolation) implements SqlTarget {

    @Override
    public String describe() {
        return "server at " + isolationName();
    }

    private String isolationName() {
        return switch (isolation) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "read-uncommitted";
            case Connection.TRANSACTION_READ_COMMITTED -> "read-committed";
            case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable-read";
            case Connection.TRANSACTION_SERIALIZABLE -> "serializable";
            default -> throw new IllegalArgumentException(isolation + " is not an isolation level of JDBC");
        };
    }

    @Override
    public Database open(SqlProgram program, Seed seed) throws SQLException {
        var database = new Schema("moirai_program_" + program.name().replace('-', '_'));
        database.execute("DROP SCHEMA IF EXISTS " + database.name + " CASCADE");
        database.execute("CREATE SCHEMA " + database.name);
        return database;
    }

    /** No password. */
    @Override
    public String toString() {
        return "ServerTarget[" + url + ", " + user + ", " + isolationName() + "]";
    }

    private final class Schema implements Database {

        private final String name;

        Schema(String name) {
            this.name = name;
        }

        private void execute(String sql) throws SQLException {
            try (var connection = DriverManager.getConnection(url, user, password);
                    var statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        @Override
        public Connection session() throws SQLException {
            var connection = DriverManager.getConnection(url, user, password);
            try (var statement = connection.createStatement()) {
                statement.execute("SET search_path TO " + name);
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
            return connection;
        }

        @Override
        public Connection observer() throws SQLException {
            return session();
        }

        @Override
        public void loaded() {}

        @Override
        public Optional<History> history() {
            return Optional.empty();
        }

        @Override
        public void close() throws SQLException {
            execute("DROP SCHEMA " + name + " CASCADE");
        }
    }
}
