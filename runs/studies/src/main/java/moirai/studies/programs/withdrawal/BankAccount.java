package moirai.studies.programs.withdrawal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The one transaction of the example. The caller commits. */
public final class BankAccount {

    private static final String BALANCE = "SELECT balance FROM account WHERE acc_id = ?";

    private static final String UPDATE_BALANCE = "UPDATE account SET balance = ? WHERE acc_id = ?";

    private static final String INSERT_ACCOUNT = "INSERT INTO account (acc_id, balance) VALUES (?, ?)";

    /** Returns the statement that creates the table. */
    public static List<String> schema() {
        return List.of("CREATE TABLE account (acc_id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)");
    }

    /** Inserts this number of accounts, with 100 each. */
    public static void load(Connection connection, int accounts) throws SQLException {
        try (var insert = connection.prepareStatement(INSERT_ACCOUNT)) {
            for (int id = 1; id <= accounts; id++) {
                insert.setInt(1, id);
                insert.setInt(2, 100);
                insert.executeUpdate();
            }
        }
    }

    /** Takes money from an account; returns whether the account exists and had enough. */
    public boolean withdraw(Connection connection, int account, int amount) throws SQLException {
        try (var select = connection.prepareStatement(BALANCE);
                var update = connection.prepareStatement(UPDATE_BALANCE)) {
            select.setInt(1, account);
            var found = select.executeQuery();
            if (!found.next()) {
                return false;
            }
            int balance = found.getInt("balance");
            if (balance < amount) {
                return false;
            }
            update.setInt(1, balance - amount);
            update.setInt(2, account);
            update.executeUpdate();
            return true;
        }
    }
}
