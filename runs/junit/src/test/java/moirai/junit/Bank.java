package moirai.junit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A service that reads a balance and writes another, in one transaction, as many do. */
final class Bank {

    private final DataSource source;

    Bank(DataSource source) {
        this.source = source;
    }

    void transfer(int from, int to, int amount) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            set(connection, from, balance(connection, from) - amount);
            set(connection, to, balance(connection, to) + amount);
            connection.commit();
        }
    }

    private static int balance(Connection connection, int account) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT balance FROM account WHERE id = ?")) {
            query.setInt(1, account);
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    private static void set(Connection connection, int account, int balance) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE account SET balance = ? WHERE id = ?")) {
            update.setInt(1, balance);
            update.setInt(2, account);
            update.executeUpdate();
        }
    }
}
