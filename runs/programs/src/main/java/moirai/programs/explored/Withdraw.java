package moirai.programs.explored;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/**
 * Takes money from one of a customer's two accounts, if both together have it.
 *
 * @param account the table of the account: checking or savings
 */
record Withdraw(String account, int customer, BigDecimal amount) implements SqlTxn {

    @Override
    public Effect run(Connection connection) throws SQLException {
        BigDecimal total = balance(connection, "checking").add(balance(connection, "savings"));
        if (total.compareTo(amount) < 0) {
            return Effect.ROLLBACK;
        }
        try (var update = connection.prepareStatement("UPDATE " + account + " SET bal = bal - ? WHERE custid = ?")) {
            update.setBigDecimal(1, amount);
            update.setInt(2, customer);
            update.executeUpdate();
        }
        return Effect.COMMIT;
    }

    private BigDecimal balance(Connection connection, String table) throws SQLException {
        try (var select = connection.prepareStatement("SELECT bal FROM " + table + " WHERE custid = ?")) {
            select.setInt(1, customer);
            var rows = select.executeQuery();
            rows.next();
            return rows.getBigDecimal(1);
        }
    }
}
