package moirai.reenactment.accounts;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;

/** Takes money. */
public final class Till {

    static final String ACCOUNT = """
            CREATE TABLE account (owner VARCHAR(20) PRIMARY KEY, kind VARCHAR(10) NOT NULL,
                balance NUMERIC(9, 2) NOT NULL, changed TIMESTAMP)
            """;

    private static final String SELECT = "SELECT balance FROM account WHERE owner = ?";

    private static final String UPDATE = "UPDATE account SET balance = ? WHERE owner = ?";

    private static final String TOUCH = "UPDATE account SET kind = ?, balance = ? WHERE owner = ?";

    private final DataSource source;

    /** A till of a database. */
    public Till(DataSource source) {
        this.source = source;
    }

    /** Adds to what it read. */
    public void deposit(String owner, int amount) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement select = connection.prepareStatement(SELECT);
                    PreparedStatement update = connection.prepareStatement(UPDATE)) {
                select.setString(1, owner);
                try (ResultSet rows = select.executeQuery()) {
                    if (!rows.next()) {
                        return;
                    }
                    update.setInt(1, rows.getInt(1) + amount);
                    update.setString(2, owner);
                    update.executeUpdate();
                }
            }
            connection.commit();
        }
    }

    /** Adds to what it read, and keeps to itself that the database refused. */
    public void tryDeposit(String owner, int amount) {
        try (Connection connection = source.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT);
                PreparedStatement update = connection.prepareStatement(UPDATE)) {
            connection.setAutoCommit(false);
            select.setString(1, owner);
            try (ResultSet rows = select.executeQuery()) {
                if (rows.next()) {
                    update.setInt(1, rows.getInt("balance") + amount);
                    update.setString(2, owner);
                    update.executeUpdate();
                }
            }
            connection.commit();
        } catch (SQLException refused) {
            return;
        }
    }

    /** Does not do the same twice. */
    public void stamp(String owner) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT);
                PreparedStatement update = connection.prepareStatement(TOUCH)) {
            select.setString(1, owner);
            try (ResultSet rows = select.executeQuery()) {
                if (rows.next()) {
                    update.setString(1, Long.toString(System.nanoTime() % 1_000_000_000L));
                    update.setInt(2, rows.getInt("balance"));
                    update.setString(3, owner);
                    update.executeUpdate();
                }
            }
        }
    }

    /** Adds to what it read, and then never returns. */
    public void ponder(String owner, int amount) throws SQLException {
        deposit(owner, amount);
        new CompletableFuture<String>().join();
    }

    /** Writes only where somebody set a property, which nobody does. */
    public int audit(String owner, int amount) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT);
                PreparedStatement update = connection.prepareStatement(UPDATE)) {
            select.setString(1, owner);
            int balance = 0;
            try (ResultSet rows = select.executeQuery()) {
                if (rows.next()) {
                    balance = rows.getInt("balance");
                }
            }
            if (Boolean.getBoolean("moirai.audit")) {
                update.setInt(1, amount);
                update.setString(2, owner);
                update.executeUpdate();
            }
            return balance;
        }
    }
}
