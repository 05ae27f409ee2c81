package moirai.programs.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Delivers the oldest new order of each district (clause 2.7). */
public record Delivery(int warehouse, int districts, int carrier, LocalDateTime delivered) implements SqlTxn {

    private static final String OLDEST =
            "SELECT MIN(no_o_id) AS oldest FROM new_order WHERE no_w_id = ? AND no_d_id = ?";

    private static final String DELETE_NEW_ORDER =
            "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?";

    private static final String CUSTOMER = "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";

    private static final String UPDATE_ORDER =
            "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";

    private static final String UPDATE_LINES =
            "UPDATE order_line SET ol_delivery_d = ? WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";

    private static final String AMOUNT =
            "SELECT SUM(ol_amount) AS total FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";

    private static final String UPDATE_CUSTOMER = """
            UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1
            WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?
            """;

    @Override
    public Effect run(Connection connection) throws SQLException {
        try (var oldest = connection.prepareStatement(OLDEST);
                var deleteNewOrder = connection.prepareStatement(DELETE_NEW_ORDER);
                var selectCustomer = connection.prepareStatement(CUSTOMER);
                var updateOrder = connection.prepareStatement(UPDATE_ORDER);
                var updateLines = connection.prepareStatement(UPDATE_LINES);
                var selectAmount = connection.prepareStatement(AMOUNT);
                var updateCustomer = connection.prepareStatement(UPDATE_CUSTOMER)) {
            for (int district = 1; district <= districts; district++) {
                oldest.setInt(1, warehouse);
                oldest.setInt(2, district);
                var orders = oldest.executeQuery();
                orders.next();
                int order = orders.getInt("oldest");
                if (orders.wasNull()) {
                    continue;
                }
                deleteNewOrder.setInt(1, warehouse);
                deleteNewOrder.setInt(2, district);
                deleteNewOrder.setInt(3, order);
                deleteNewOrder.executeUpdate();
                selectCustomer.setInt(1, warehouse);
                selectCustomer.setInt(2, district);
                selectCustomer.setInt(3, order);
                var customers = selectCustomer.executeQuery();
                customers.next();
                int customer = customers.getInt("o_c_id");
                updateOrder.setInt(1, carrier);
                updateOrder.setInt(2, warehouse);
                updateOrder.setInt(3, district);
                updateOrder.setInt(4, order);
                updateOrder.executeUpdate();
                updateLines.setObject(1, delivered);
                updateLines.setInt(2, warehouse);
                updateLines.setInt(3, district);
                updateLines.setInt(4, order);
                updateLines.executeUpdate();
                selectAmount.setInt(1, warehouse);
                selectAmount.setInt(2, district);
                selectAmount.setInt(3, order);
                var amounts = selectAmount.executeQuery();
                amounts.next();
                updateCustomer.setBigDecimal(1, amounts.getBigDecimal("total"));
                updateCustomer.setInt(2, warehouse);
                updateCustomer.setInt(3, district);
                updateCustomer.setInt(4, customer);
                updateCustomer.executeUpdate();
            }
        }
        return Effect.COMMIT;
    }

    /** Returns whether a statement is the one that ends the delivery of an order. */
    public static boolean isDelivered(String sql) {
        return sql.equals(UPDATE_CUSTOMER);
    }
}
