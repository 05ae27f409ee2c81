package moirai.junit.directed;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Accounts that only three transactions together find in a state that no order of them explains: Fekete, O'Neil and
 * O'Neil, A Read-Only Transaction Anomaly Under Snapshot Isolation, 2004.
 */
public final class Accounts {

    static final String TABLES = "CREATE TABLE checking (id INT PRIMARY KEY, cents INT NOT NULL);"
            + "CREATE TABLE savings (id INT PRIMARY KEY, cents INT NOT NULL)";

    private Accounts() {}

    /** Pays into the savings. */
    public static void deposit(Connection connection, int id) throws SQLException {
        write(connection, "UPDATE savings SET cents = ? WHERE id = ?", read(connection, savings(), id) + 2, id);
        connection.commit();
    }

    /** Takes from the checking account, and a fee if both together are empty. */
    public static void withdraw(Connection connection, int id) throws SQLException {
        int both = read(connection, savings(), id) + read(connection, checking(), id);
        write(connection, "UPDATE checking SET cents = ? WHERE id = ?", both == 0 ? 5 : 6, id);
        connection.commit();
    }

    /** Reads both. */
    public static int report(Connection connection, int id) throws SQLException {
        int both = read(connection, savings(), id) + read(connection, checking(), id);
        connection.commit();
        return both;
    }

    private static String savings() {
        return "SELECT cents FROM savings WHERE id = ?";
    }

    private static String checking() {
        return "SELECT cents FROM checking WHERE id = ?";
    }

    private static int read(Connection connection, String sql, int id) throws SQLException {
        try (var read = connection.prepareStatement(sql)) {
            read.setInt(1, id);
            var rows = read.executeQuery();
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void write(Connection connection, String sql, int cents, int id) throws SQLException {
        try (var write = connection.prepareStatement(sql)) {
            write.setInt(1, cents);
            write.setInt(2, id);
            write.executeUpdate();
        }
    }
}
