package moirai.mockstore.jdbc.libraries;

import java.sql.Connection;
import java.sql.SQLException;

/** The account's row, by plain JDBC. */
final class Account {

    private Account() {}

    static int balance(Connection connection) throws SQLException {
        try (var query = connection.prepareStatement("SELECT balance FROM account WHERE id = ?")) {
            query.setInt(1, 1);
            try (var rows = query.executeQuery()) {
                rows.next();
                return rows.getInt("balance");
            }
        }
    }

    /** Reads, adds, and writes. */
    static void deposit(Connection connection, int amount) throws SQLException {
        int balance = balance(connection);
        try (var update = connection.prepareStatement("UPDATE account SET balance = ? WHERE id = ?")) {
            update.setInt(1, balance + amount);
            update.setInt(2, 1);
            update.executeUpdate();
        }
    }
}
