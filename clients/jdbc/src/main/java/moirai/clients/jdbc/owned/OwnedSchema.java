package moirai.clients.jdbc.owned;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A schema that Moirai has made, which is dropped when it is closed.
 *
 * <p>On PostgreSQL a schema of ours is known by its name and its comment, and one that is in use by an advisory lock of
 * its name, so that what a killed process has left can be told and dropped. Other products have no such locks. Moirai
 * makes schemas only in those that it has started itself, and that end with the process.
 */
public final class OwnedSchema implements AutoCloseable {

    /** The server waits for others who use the schema, which end soon, or do not end at all. */
    private static final int DROP_TIMEOUT_SECONDS = 30;

    /** The connection that made the schema. Its lock keeps other processes away until the schema is dropped. */
    private final Connection owner;

    private final Owned kind;
    private final String name;

    private OwnedSchema(Connection owner, Owned kind, String name) {
        this.owner = owner;
        this.kind = kind;
        this.name = name;
    }

    /**
     * Makes a schema. One of the same name that a killed process has left is dropped first; one that is somebody
     * else's, or in use, is refused by the server.
     *
     * @param owner with autocommit on; it is closed with the schema, or if that cannot be made, and has no lock of ours
     *     then, since closing may mean that a pool lends it again
     * @param suffix the end of the name
     */
    public static OwnedSchema create(Connection owner, Owned kind, String suffix) throws SQLException {
        var schema = new OwnedSchema(owner, kind, kind.name(suffix));
        try {
            if (isPostgresql(owner)) {
                schema.createMarked();
            } else {
                execute(owner, "CREATE SCHEMA " + schema.quoted());
            }
            return schema;
        } catch (SQLException | RuntimeException failure) {
            try (owner) {
                schema.release();
            } catch (SQLException unreleased) {
                failure.addSuppressed(unreleased);
            }
            throw failure;
        }
    }

    private void createMarked() throws SQLException {
        execute(owner, "SET lock_timeout = '" + SharedServer.LOCK_TIMEOUT_SECONDS + "s'");
        try (var lock = owner.prepareStatement("SELECT pg_advisory_lock(?, hashtext(?))")) {
            lock.setInt(1, kind.lockKey());
            lock.setString(2, name);
            lock.execute();
        }
        if (ours(owner, kind).contains(name)) {
            drop();
        }
        // One message is one transaction: the schema never stands there without its comment.
        execute(
                owner,
                "CREATE SCHEMA " + quoted() + "; COMMENT ON SCHEMA " + quoted() + " IS '" + kind.comment() + "'");
        execute(owner, "SET lock_timeout = '" + DROP_TIMEOUT_SECONDS + "s'");
    }

    /** Drops every schema that a killed process has left; see {@link #dropAbandoned(Connection, Owned)}. */
    public static void dropAbandoned(Connection connection) throws SQLException {
        for (Owned kind : Owned.schemas()) {
            dropAbandoned(connection, kind);
        }
    }

    /**
     * Drops the schemas of a kind that killed processes have left in a PostgreSQL database. A schema that a living
     * process uses stays, and so does one that lacks our comment.
     *
     * @param connection with autocommit on
     */
    public static void dropAbandoned(Connection connection, Owned kind) throws SQLException {
        if (!isPostgresql(connection)) {
            return;
        }
        for (String name : ours(connection, kind)) {
            if (tryLock(connection, kind, name)) {
                var abandoned = new OwnedSchema(connection, kind, name);
                try {
                    abandoned.drop();
                } finally {
                    abandoned.release();
                }
            }
        }
    }

    private static boolean isPostgresql(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }

    /** Takes the lock of a schema, unless somebody else has it. */
    private static boolean tryLock(Connection connection, Owned kind, String name) throws SQLException {
        try (var query = connection.prepareStatement("SELECT pg_try_advisory_lock(?, hashtext(?))")) {
            query.setInt(1, kind.lockKey());
            query.setString(2, name);
            try (var rows = query.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        }
    }

    /** Returns the names of the schemas of a kind that have its comment. */
    private static List<String> ours(Connection connection, Owned kind) throws SQLException {
        var names = new ArrayList<String>();
        try (var query = connection.prepareStatement("SELECT nspname FROM pg_namespace WHERE nspname ~ ?"
                + " AND obj_description(oid, 'pg_namespace') = ? ORDER BY nspname")) {
            query.setString(1, kind.pattern());
            query.setString(2, kind.comment());
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

    /** Returns the name of the schema. */
    public String name() {
        return name;
    }

    private String quoted() throws SQLException {
        String quote = owner.getMetaData().getIdentifierQuoteString();
        return quote + name + quote;
    }

    private void drop() throws SQLException {
        // What is in a schema goes with it, where the product calls it a database.
        boolean isDatabase = owner.getMetaData().getDatabaseProductName().equals("MariaDB");
        execute(owner, "DROP SCHEMA IF EXISTS " + quoted() + (isDatabase ? "" : " CASCADE"));
    }

    /** Drops the schema and all in it, and closes the connection that made it. */
    @Override
    public void close() throws SQLException {
        try (owner) {
            try {
                drop();
            } finally {
                release();
            }
        }
    }

    /** Gives the lock back, and the time for which the connection waited for locks. */
    private void release() throws SQLException {
        if (owner.isClosed() || !isPostgresql(owner)) {
            return;
        }
        try (var unlock = owner.prepareStatement("SELECT pg_advisory_unlock(?, hashtext(?))")) {
            unlock.setInt(1, kind.lockKey());
            unlock.setString(2, name);
            unlock.execute();
        }
        execute(owner, "RESET lock_timeout");
    }
}
