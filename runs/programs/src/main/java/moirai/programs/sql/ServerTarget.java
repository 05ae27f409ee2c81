package moirai.programs.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.history.History;
import moirai.history.Seed;

/**
 * A server that speaks PostgreSQL's SQL, by URL. Each run has a schema of its own, called {@code moirai_program_} and
 * the program's name, which is dropped at the end, and at the beginning if a run that died has left it. Ours are known
 * by name and by comment: one that has the name alone is somebody's, and stays.
 *
 * @param isolation one of the constants of {@link Connection}
 */
public record ServerTarget(String url, String user, String password, int isolation) implements SqlTarget {

    private static final String PREFIX = "moirai_program_";

    /** The comment on every schema that may be dropped. */
    private static final String MARK = "made by Moirai, which drops it when it starts or ends a program";

    /** Drops what runs that died have left in the database. */
    public void clear() throws SQLException {
        for (String name : ours()) {
            execute("DROP SCHEMA " + name + " CASCADE");
        }
    }

    /** The names of the schemas that may be dropped. */
    private List<String> ours() throws SQLException {
        var names = new ArrayList<String>();
        try (var connection = DriverManager.getConnection(url, user, password);
                var query = connection.prepareStatement("SELECT nspname FROM pg_namespace WHERE nspname ~ ?"
                        + " AND obj_description(oid, 'pg_namespace') = ? ORDER BY nspname")) {
            query.setString(1, "^" + PREFIX + "[a-z0-9_]+$");
            query.setString(2, MARK);
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
        }
        return names;
    }

    private void execute(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url, user, password);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

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
        String name = PREFIX + program.name().replace('-', '_');
        if (ours().contains(name)) {
            execute("DROP SCHEMA " + name + " CASCADE");
        }
        // One that is somebody else's is refused by the server.
        execute("CREATE SCHEMA " + name);
        execute("COMMENT ON SCHEMA " + name + " IS '" + MARK + "'");
        return new Schema(name);
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
