package moirai.junit.directed;

import java.sql.Connection;
import java.sql.SQLException;

/** A till whose tables stand in a file. Nothing is lost, since the database itself adds. */
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
}
