package moirai.reenactment.payments;

import java.sql.Connection;
import java.sql.SQLException;

/** TPC-C's payment by customer number, by somebody who reads each sum before writing it. */
public final class ReadingPayment {

    static final String WAREHOUSE = "CREATE TABLE warehouse (w_id INTEGER PRIMARY KEY, w_ytd INTEGER NOT NULL)";

    static final String DISTRICT = """
            CREATE TABLE district (d_w_id INTEGER, d_id INTEGER, d_ytd INTEGER NOT NULL, PRIMARY KEY (d_w_id, d_id))
            """;

    static final String CUSTOMER = """
            CREATE TABLE customer (c_w_id INTEGER, c_d_id INTEGER, c_id INTEGER, c_balance INTEGER NOT NULL,
                PRIMARY KEY (c_w_id, c_d_id, c_id))
            """;

    static final String HISTORY = "CREATE TABLE history (h_id INTEGER PRIMARY KEY, h_amount INTEGER NOT NULL)";

    /** The payer and the amount of a payment. */
    public record Payer(int warehouse, int district, int customer, int receipt, int amount) {}

    /** Takes a payment. */
    public void payment(Connection connection, Payer payer) throws SQLException {
        try (var select = connection.prepareStatement("SELECT w_ytd FROM warehouse WHERE w_id = ?");
                var update = connection.prepareStatement("UPDATE warehouse SET w_ytd = ? WHERE w_id = ?")) {
            select.setInt(1, payer.warehouse());
            var rows = select.executeQuery();
            if (!rows.next()) {
                return;
            }
            update.setInt(1, rows.getInt("w_ytd") + payer.amount());
            update.setInt(2, payer.warehouse());
            update.executeUpdate();
        }
        payAtDistrict(connection, payer);
        payAsCustomer(connection, payer);
        try (var insert = connection.prepareStatement("INSERT INTO history (h_id, h_amount) VALUES (?, ?)")) {
            insert.setInt(1, payer.receipt());
            insert.setInt(2, payer.amount());
            insert.executeUpdate();
        }
    }

    private static void payAtDistrict(Connection connection, Payer payer) throws SQLException {
        try (var select = connection.prepareStatement("SELECT d_ytd FROM district WHERE d_w_id = ? AND d_id = ?");
                var update =
                        connection.prepareStatement("UPDATE district SET d_ytd = ? WHERE d_w_id = ? AND d_id = ?")) {
            select.setInt(1, payer.warehouse());
            select.setInt(2, payer.district());
            var rows = select.executeQuery();
            if (rows.next()) {
                update.setInt(1, rows.getInt("d_ytd") + payer.amount());
                update.setInt(2, payer.warehouse());
                update.setInt(3, payer.district());
                update.executeUpdate();
            }
        }
    }

    private static void payAsCustomer(Connection connection, Payer payer) throws SQLException {
        try (var select = connection.prepareStatement(
                        "SELECT c_balance FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
                var update = connection.prepareStatement(
                        "UPDATE customer SET c_balance = ? WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?")) {
            select.setInt(1, payer.warehouse());
            select.setInt(2, payer.district());
            select.setInt(3, payer.customer());
            var rows = select.executeQuery();
            if (rows.next()) {
                update.setInt(1, rows.getInt("c_balance") - payer.amount());
                update.setInt(2, payer.warehouse());
                update.setInt(3, payer.district());
                update.setInt(4, payer.customer());
                update.executeUpdate();
            }
        }
    }
}
