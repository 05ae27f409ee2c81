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
 * by name and by comment: one that has the name alone is somebody's, and stays. So does one that a living run uses,
 * which holds an advisory lock of that name for as long.
 *
 * @param isolation one of the constants of {@link Connection}
 */
public record ServerTarget(String url, String user, String password, int isolation) implements SqlTarget {

    private static final String PREFIX = "moirai_program_";

    /** The comment on every schema that may be dropped. */
    private static final String MARK = "made by Moirai, which drops it when it starts or ends a program";

    /** The letters "moip": who else takes such locks has other keys. */
    private static final int LOCK_KEY = 0x6d6f6970;

    /** A killed run's lock is free when the server has noticed that death. */
    private static final int LOCK_TIMEOUT_SECONDS = 3;

    /** Drops what runs that died have left in the database; what one that lives uses is passed over. */
    public void clear() throws SQLException {
        try (var connection = connect()) {
            for (String name : ours(connection)) {
                if (isLockedByUs(connection, name)) {
                    execute(connection, "DROP SCHEMA " + name + " CASCADE");
                }
            }
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** Takes the lock of a schema for as long as the connection lives, unless another has it. */
    private static boolean isLockedByUs(Connection connection, String name) throws SQLException {
        try (var query = connection.prepareStatement("SELECT pg_try_advisory_lock(?, hashtext(?))")) {
            query.setInt(1, LOCK_KEY);
            query.setString(2, name);
            try (var rows = query.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        }
    }

    /** The names of the schemas that have our comment. */
    private static List<String> ours(Connection connection) throws SQLException {
        var names = new ArrayList<String>();
        try (var query = connection.prepareStatement("SELECT nspname FROM pg_namespace WHERE nspname ~ ?"
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

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
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
        Connection owner = connect();
        try {
            make(owner, name);
            return new Schema(name, owner);
        } catch (SQLException e) {
            owner.close();
            throw e;
        }
    }

    private static void make(Connection owner, String name) throws SQLException {
        execute(owner, "SET lock_timeout = '" + LOCK_TIMEOUT_SECONDS + "s'");
        execute(owner, "SELECT pg_advisory_lock(" + LOCK_KEY + ", hashtext('" + name + "'))");
        if (ours(owner).contains(name)) {
            execute(owner, "DROP SCHEMA " + name + " CASCADE");
        }
        // One that is somebody else's is refused by the server.
        execute(owner, "CREATE SCHEMA " + name);
        execute(owner, "COMMENT ON SCHEMA " + name + " IS '" + MARK + "'");
    }

    /** No password. */
    @Override
    public String toString() {
        return "ServerTarget[" + url + ", " + user + ", " + isolationName() + "]";
    }

    private final class Schema implements Database {

        private final String name;

        /** Its lock keeps other runs away from the schema, and ends with it. */
        private final Connection owner;

        Schema(String name, Connection owner) {
            this.name = name;
            this.owner = owner;
        }

        @Override
        public Connection session() throws SQLException {
            var connection = connect();
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
        public void ended() {}

        @Override
        public Optional<History> history() {
            return Optional.empty();
        }

        @Override
        public void close() throws SQLException {
            try (owner) {
                execute(owner, "DROP SCHEMA " + name + " CASCADE");
            }
        }
    }
}
