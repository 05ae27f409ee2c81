package moirai.junit.directed;

import java.sql.Connection;
import java.sql.SQLException;

/** A counter whose method takes what nobody but its application can make. */
public final class Uncallable {

    static final String TABLES = "CREATE TABLE counter (id INT PRIMARY KEY, n INT NOT NULL)";

    private Uncallable() {}

    /** Adds one. */
    public static void increment(Connection connection, int id, Appendable log) throws SQLException {
        int n;
        try (var read = connection.prepareStatement("SELECT n FROM counter WHERE id = ?")) {
            read.setInt(1, id);
            var rows = read.executeQuery();
            rows.next();
            n = rows.getInt(1);
        }
        try (var write = connection.prepareStatement("UPDATE counter SET n = ? WHERE id = ?")) {
            write.setInt(1, n + 1);
            write.setInt(2, id);
            write.executeUpdate();
        }
        connection.commit();
    }
}
