package moirai.programs.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Reads a customer's last order (clause 2.6). */
public record OrderStatus(int warehouse, int district, CustomerKey customer) implements SqlTxn {

    private static final String CUSTOMER = """
            SELECT c_balance, c_first, c_middle, c_last FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?
            """;

    private static final String LAST_ORDER = """
            SELECT o_id, o_entry_d, o_carrier_id FROM orders
            WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC LIMIT 1
            """;

    private static final String LINES = """
            SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line
            WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?
            """;

    @Override
    public Effect run(Connection connection) throws SQLException {
        int id = customer.find(connection, warehouse, district);
        try (var balance = connection.prepareStatement(CUSTOMER);
                var lastOrder = connection.prepareStatement(LAST_ORDER);
                var lines = connection.prepareStatement(LINES)) {
            balance.setInt(1, warehouse);
            balance.setInt(2, district);
            balance.setInt(3, id);
            balance.executeQuery().next();
            lastOrder.setInt(1, warehouse);
            lastOrder.setInt(2, district);
            lastOrder.setInt(3, id);
            var orders = lastOrder.executeQuery();
            if (orders.next()) {
                lines.setInt(1, warehouse);
                lines.setInt(2, district);
                lines.setInt(3, orders.getInt("o_id"));
                lines.executeQuery();
            }
        }
        return Effect.COMMIT;
    }
}
