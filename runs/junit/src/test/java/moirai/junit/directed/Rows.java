package moirai.junit.directed;

import java.sql.Connection;
import java.sql.SQLException;

/** Statements that change several rows, which read committed of products finds at several times. */
public final class Rows {

    static final String TABLES = "CREATE TABLE account (id INT PRIMARY KEY, cents INT NOT NULL, bonus INT NOT NULL)";

    private Rows() {}

    /** Pays all accounts with a bonus. */
    public static void pay(Connection connection) throws SQLException {
        try (var write = connection.prepareStatement("UPDATE account SET cents = cents + 1 WHERE bonus = 1")) {
            write.executeUpdate();
        }
        connection.commit();
    }

    /** Gives an account a bonus and takes it from another. */
    public static void move(Connection connection, int from, int to) throws SQLException {
        try (var write = connection.prepareStatement("UPDATE account SET bonus = 0 WHERE id = ?")) {
            write.setInt(1, from);
            write.executeUpdate();
        }
        try (var write = connection.prepareStatement("UPDATE account SET bonus = 1 WHERE id = ?")) {
            write.setInt(1, to);
            write.executeUpdate();
        }
        connection.commit();
    }
}
