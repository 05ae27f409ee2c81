package moirai.junit.directed;

import java.sql.Connection;
import java.sql.SQLException;

/** A till whose tables stand in a file. Payments are not lost, since the database itself adds; copies are. */
public final class Till {

    private Till() {}

    /** Pays into a till. */
    public static void pay(Connection connection, int id, int cents) throws SQLException {
        try (var write = connection.prepareStatement("UPDATE till SET cents = cents + ? WHERE id = ?")) {
            write.setInt(1, cents);
            write.setInt(2, id);
            write.executeUpdate();
        }
        connection.commit();
    }

    /** Copies the contents of a till into another one. */
    public static void copy(Connection connection, int id, int other) throws SQLException {
        int cents;
        try (var read = connection.prepareStatement("SELECT cents FROM till WHERE id = ?")) {
            read.setInt(1, id);
            var rows = read.executeQuery();
            rows.next();
            cents = rows.getInt(1);
        }
        try (var write = connection.prepareStatement("UPDATE till SET cents = ? WHERE id = ?")) {
            write.setInt(1, cents);
            write.setInt(2, other);
            write.executeUpdate();
        }
        connection.commit();
    }
}
