package moirai.junit.databases;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The schema that a connection works in. PostgreSQL's is a path of several: JDBC shows the first alone, and to set that
 * loses the others.
 */
final class SchemaOfConnection {

    private SchemaOfConnection() {}

    /** Returns the schema, or the path; empty if the database has none, or JDBC knows it by another name. */
    static String of(Connection connection) throws SQLException {
        if (!isPostgresql(connection)) {
            String schema = connection.getSchema();
            return schema == null ? "" : schema;
        }
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT current_setting('search_path')")) {
            rows.next();
            return rows.getString(1);
        } finally {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }

    /** Sets what was returned before. */
    static void set(Connection connection, String schema) throws SQLException {
        if (!isPostgresql(connection)) {
            connection.setSchema(schema);
            return;
        }
        try (var change = connection.prepareStatement("SELECT set_config('search_path', ?, false)")) {
            change.setString(1, schema);
            change.execute();
        }
    }

    private static boolean isPostgresql(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }
}
