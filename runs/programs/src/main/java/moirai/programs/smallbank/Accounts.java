package moirai.programs.smallbank;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The statements that several transactions share. */
final class Accounts {

    private static final String CUSTOMER = "SELECT custid FROM accounts WHERE name = ?";

    private static final String SAVINGS = "SELECT bal FROM savings WHERE custid = ?";

    private static final String CHECKING = "SELECT bal FROM checking WHERE custid = ?";

    private static final String ADD_TO_SAVINGS = "UPDATE savings SET bal = bal + ? WHERE custid = ?";

    private static final String ADD_TO_CHECKING = "UPDATE checking SET bal = bal + ? WHERE custid = ?";

    private static final String CLEAR_SAVINGS = "UPDATE savings SET bal = 0 WHERE custid = ?";

    private static final String CLEAR_CHECKING = "UPDATE checking SET bal = 0 WHERE custid = ?";

    private Accounts() {}

    /** Returns the customer's number. */
    static int customer(Connection connection, String name) throws SQLException {
        try (var select = connection.prepareStatement(CUSTOMER)) {
            select.setString(1, name);
            var rows = select.executeQuery();
            rows.next();
            return rows.getInt("custid");
        }
    }

    static BigDecimal savings(Connection connection, int customer) throws SQLException {
        try (var select = connection.prepareStatement(SAVINGS)) {
            return balance(select, customer);
        }
    }

    static BigDecimal checking(Connection connection, int customer) throws SQLException {
        try (var select = connection.prepareStatement(CHECKING)) {
            return balance(select, customer);
        }
    }

    private static BigDecimal balance(PreparedStatement select, int customer) throws SQLException {
        select.setInt(1, customer);
        var rows = select.executeQuery();
        rows.next();
        return rows.getBigDecimal("bal");
    }

    static void addToSavings(Connection connection, int customer, BigDecimal amount) throws SQLException {
        try (var update = connection.prepareStatement(ADD_TO_SAVINGS)) {
            update.setBigDecimal(1, amount);
            update.setInt(2, customer);
            update.executeUpdate();
        }
    }

    static void addToChecking(Connection connection, int customer, BigDecimal amount) throws SQLException {
        try (var update = connection.prepareStatement(ADD_TO_CHECKING)) {
            update.setBigDecimal(1, amount);
            update.setInt(2, customer);
            update.executeUpdate();
        }
    }

    /** Sets the balance of both accounts to 0. */
    static void clear(Connection connection, int customer) throws SQLException {
        try (var savings = connection.prepareStatement(CLEAR_SAVINGS);
                var checking = connection.prepareStatement(CLEAR_CHECKING)) {
            savings.setInt(1, customer);
            savings.executeUpdate();
            checking.setInt(1, customer);
            checking.executeUpdate();
        }
    }
}
