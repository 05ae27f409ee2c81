package moirai.programs.tpcc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Takes a customer's payment (clause 2.5). */
public record Payment(int warehouse, int district, CustomerKey payer, BigDecimal amount, LocalDateTime paid)
        implements SqlTxn {

    private static final int DATA_LENGTH_MAX = 500;

    private static final String UPDATE_WAREHOUSE = "UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?";

    private static final String WAREHOUSE =
            "SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM warehouse WHERE w_id = ?";

    private static final String UPDATE_DISTRICT = "UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?";

    private static final String DISTRICT = """
            SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip FROM district WHERE d_w_id = ? AND d_id = ?
            """;

    private static final String CUSTOMER = """
            SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_credit,
                c_credit_lim, c_discount, c_balance, c_since
            FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?
            """;

    private static final String UPDATE_CUSTOMER = """
            UPDATE customer
            SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?, c_payment_cnt = c_payment_cnt + 1
            WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?
            """;

    private static final String CUSTOMER_DATA =
            "SELECT c_data FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";

    private static final String UPDATE_CUSTOMER_DATA =
            "UPDATE customer SET c_data = ? WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";

    private static final String INSERT_HISTORY = """
            INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    @Override
    public Effect run(Connection connection) throws SQLException {
        String place = takeIn(connection);
        int customer = payer.find(connection, warehouse, district);
        try (var select = connection.prepareStatement(CUSTOMER);
                var update = connection.prepareStatement(UPDATE_CUSTOMER);
                var insert = connection.prepareStatement(INSERT_HISTORY)) {
            select.setInt(1, warehouse);
            select.setInt(2, district);
            select.setInt(3, customer);
            var rows = select.executeQuery();
            rows.next();
            String credit = rows.getString("c_credit");
            update.setBigDecimal(1, amount);
            update.setBigDecimal(2, amount);
            update.setInt(3, warehouse);
            update.setInt(4, district);
            update.setInt(5, customer);
            update.executeUpdate();
            if (credit.equals("BC")) {
                note(connection, customer);
            }
            insert.setInt(1, customer);
            insert.setInt(2, district);
            insert.setInt(3, warehouse);
            insert.setInt(4, district);
            insert.setInt(5, warehouse);
            insert.setObject(6, paid);
            insert.setBigDecimal(7, amount);
            insert.setString(8, place);
            insert.executeUpdate();
        }
        return Effect.COMMIT;
    }

    /** Adds the amount to the year-to-date payments of warehouse and district, and returns their names. */
    private String takeIn(Connection connection) throws SQLException {
        try (var updateWarehouse = connection.prepareStatement(UPDATE_WAREHOUSE);
                var selectWarehouse = connection.prepareStatement(WAREHOUSE);
                var updateDistrict = connection.prepareStatement(UPDATE_DISTRICT);
                var selectDistrict = connection.prepareStatement(DISTRICT)) {
            updateWarehouse.setBigDecimal(1, amount);
            updateWarehouse.setInt(2, warehouse);
            updateWarehouse.executeUpdate();
            selectWarehouse.setInt(1, warehouse);
            var warehouses = selectWarehouse.executeQuery();
            warehouses.next();
            String warehouseName = warehouses.getString("w_name");
            updateDistrict.setBigDecimal(1, amount);
            updateDistrict.setInt(2, warehouse);
            updateDistrict.setInt(3, district);
            updateDistrict.executeUpdate();
            selectDistrict.setInt(1, warehouse);
            selectDistrict.setInt(2, district);
            var districts = selectDistrict.executeQuery();
            districts.next();
            return warehouseName + "    " + districts.getString("d_name");
        }
    }

    /** Records the payment of a customer with bad credit, before the earlier records (clause 2.5.2.2). */
    private void note(Connection connection, int customer) throws SQLException {
        try (var select = connection.prepareStatement(CUSTOMER_DATA);
                var update = connection.prepareStatement(UPDATE_CUSTOMER_DATA)) {
            select.setInt(1, warehouse);
            select.setInt(2, district);
            select.setInt(3, customer);
            var rows = select.executeQuery();
            rows.next();
            String data = customer + " " + district + " " + warehouse + " " + district + " " + warehouse + " "
                    + amount.toPlainString() + " | " + rows.getString("c_data");
            update.setString(1, data.substring(0, Math.min(DATA_LENGTH_MAX, data.length())));
            update.setInt(2, warehouse);
            update.setInt(3, district);
            update.setInt(4, customer);
            update.executeUpdate();
        }
    }
}
