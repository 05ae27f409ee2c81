package moirai.reenactment;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The schemas that replays make. On a PostgreSQL server ours are known by name and by comment, and those in use by an
 * advisory lock of that name: what a killed process has left can be told and removed. Other databases have no such
 * locks; those on which cases are replayed end with the process.
 */
public final class OwnedSchemas {

    /** How their names begin. */
    static final String PREFIX = "moirai_directed_";

    /** The comment on every schema that may be dropped. */
    private static final String MARK = "made by Moirai, which drops it when it ends a directed replay";

    /** The letters "moid": who else takes such locks has other keys. */
    private static final int LOCK_KEY = 0x6d6f6964;

    private OwnedSchemas() {}

    /**
     * Makes a schema.
     *
     * @param owner stays open as long as the schema is in use; with autocommit on
     */
    static void create(Connection owner, String schema) throws SQLException {
        String create = "CREATE SCHEMA \"" + schema + "\"";
        if (!isPostgresql(owner)) {
            Tables.execute(owner, create);
            return;
        }
        try (PreparedStatement lock = owner.prepareStatement("SELECT pg_advisory_lock(?, hashtext(?))")) {
            lock.setInt(1, LOCK_KEY);
            lock.setString(2, schema);
            lock.execute();
        }
        // One message is one transaction: there is no moment at which it lacks its comment.
        Tables.execute(owner, create + "; COMMENT ON SCHEMA \"" + schema + "\" IS '" + MARK + "'");
    }

    /**
     * Drops what replays that were killed have left in a PostgreSQL database; what one that lives uses is passed over.
     *
     * @throws SQLException if the database cannot be reached or refuses
     */
    public static void clear(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            if (!isPostgresql(connection)) {
                return;
            }
            for (String schema : ours(connection)) {
                if (isLockedByUs(connection, schema)) {
                    Tables.execute(connection, "DROP SCHEMA IF EXISTS \"" + schema + "\" CASCADE");
                }
            }
        }
    }

    private static boolean isPostgresql(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }

    private static boolean isLockedByUs(Connection connection, String schema) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT pg_try_advisory_lock(?, hashtext(?))")) {
            query.setInt(1, LOCK_KEY);
            query.setString(2, schema);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        }
    }

    private static List<String> ours(Connection connection) throws SQLException {
        var names = new ArrayList<String>();
        try (PreparedStatement query = connection.prepareStatement("SELECT nspname FROM pg_namespace WHERE nspname ~ ?"
                + " AND obj_description(oid, 'pg_namespace') = ? ORDER BY nspname")) {
            query.setString(1, "^" + PREFIX + "[0-9]+_[0-9]+$");
            query.setString(2, MARK);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
        }
        return names;
    }
}
