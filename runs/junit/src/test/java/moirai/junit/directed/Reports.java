package moirai.junit.directed;

import java.sql.Connection;
import java.sql.SQLException;

/** Statements of which an analysis takes over some, or none. */
final class Reports {

    static final String TABLES = "CREATE TABLE report (id INT PRIMARY KEY, views INT NOT NULL)";

    private Reports() {}

    /** One method cannot be analysed, and the other one has no anomaly. */
    static final class Partly {

        private Partly() {}

        /** Counts a view. */
        public static void view(Connection connection, int id) throws SQLException {
            try (var write = connection.prepareStatement("UPDATE report SET views = views + 1 WHERE id = ?")) {
                write.setInt(1, id);
                write.executeUpdate();
            }
            connection.commit();
        }

        /** Calls something in the database. */
        public static void rebuild(Connection connection, String table) throws SQLException {
            try (var statement = connection.createStatement()) {
                statement.execute("REINDEX TABLE " + table.toUpperCase(java.util.Locale.ROOT));
            }
            connection.commit();
        }
    }

    /** Nothing can be analysed. */
    static final class Wholly {

        private Wholly() {}

        /** Calls something in the database. */
        public static void rebuild(Connection connection, String table) throws SQLException {
            try (var statement = connection.createStatement()) {
                statement.execute("REINDEX TABLE " + table.toUpperCase(java.util.Locale.ROOT));
            }
            connection.commit();
        }
    }
}
