package moirai.programs.tpcc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Places an order (clause 2.4). */
public record NewOrder(int warehouse, int district, int customer, List<OrderItem> items, LocalDateTime entered)
        implements SqlTxn {

    /** The minimum of a stock, below which it is refilled at once (clause 2.4.2.2). */
    private static final int STOCK_MIN = 10;

    private static final int REFILL = 91;

    private static final String WAREHOUSE_TAX = "SELECT w_tax FROM warehouse WHERE w_id = ?";

    private static final String CUSTOMER =
            "SELECT c_discount, c_last, c_credit FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";

    private static final String NEXT_ORDER = "SELECT d_tax, d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?";

    private static final String TAKE_ORDER =
            "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?";

    private static final String INSERT_ORDER = """
            INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
            VALUES (?, ?, ?, ?, ?, NULL, ?, 1)
            """;

    private static final String INSERT_NEW_ORDER = "INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)";

    private static final String ITEM = "SELECT i_price, i_name, i_data FROM item WHERE i_id = ?";

    private static final String STOCK = """
            SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05,
                s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10
            FROM stock WHERE s_w_id = ? AND s_i_id = ?
            """;

    private static final String UPDATE_STOCK = """
            UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1
            WHERE s_w_id = ? AND s_i_id = ?
            """;

    private static final String INSERT_LINE = """
            INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
                ol_quantity, ol_amount, ol_dist_info)
            VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)
            """;

    public NewOrder {
        items = List.copyOf(items);
    }

    @Override
    public Effect run(Connection connection) throws SQLException {
        try (var tax = connection.prepareStatement(WAREHOUSE_TAX);
                var buyer = connection.prepareStatement(CUSTOMER)) {
            tax.setInt(1, warehouse);
            tax.executeQuery().next();
            buyer.setInt(1, warehouse);
            buyer.setInt(2, district);
            buyer.setInt(3, customer);
            buyer.executeQuery().next();
        }
        int order = takeOrderNumber(connection);
        try (var insertOrder = connection.prepareStatement(INSERT_ORDER);
                var insertNewOrder = connection.prepareStatement(INSERT_NEW_ORDER)) {
            insertOrder.setInt(1, warehouse);
            insertOrder.setInt(2, district);
            insertOrder.setInt(3, order);
            insertOrder.setInt(4, customer);
            insertOrder.setObject(5, entered);
            insertOrder.setInt(6, items.size());
            insertOrder.executeUpdate();
            insertNewOrder.setInt(1, warehouse);
            insertNewOrder.setInt(2, district);
            insertNewOrder.setInt(3, order);
            insertNewOrder.executeUpdate();
        }
        return addLines(connection, order) ? Effect.COMMIT : Effect.ROLLBACK;
    }

    private int takeOrderNumber(Connection connection) throws SQLException {
        try (var select = connection.prepareStatement(NEXT_ORDER);
                var update = connection.prepareStatement(TAKE_ORDER)) {
            select.setInt(1, warehouse);
            select.setInt(2, district);
            var rows = select.executeQuery();
            rows.next();
            int order = rows.getInt("d_next_o_id");
            update.setInt(1, warehouse);
            update.setInt(2, district);
            update.executeUpdate();
            return order;
        }
    }

    /** Adds the lines of the order; returns false if an item is not sold. */
    private boolean addLines(Connection connection, int order) throws SQLException {
        try (var item = connection.prepareStatement(ITEM);
                var stock = connection.prepareStatement(STOCK);
                var update = connection.prepareStatement(UPDATE_STOCK);
                var insert = connection.prepareStatement(INSERT_LINE)) {
            for (int line = 1; line <= items.size(); line++) {
                OrderItem wanted = items.get(line - 1);
                item.setInt(1, wanted.item());
                var found = item.executeQuery();
                if (!found.next()) {
                    return false;
                }
                BigDecimal price = found.getBigDecimal("i_price");
                stock.setInt(1, warehouse);
                stock.setInt(2, wanted.item());
                var stocks = stock.executeQuery();
                stocks.next();
                int left = stocks.getInt("s_quantity") - wanted.quantity();
                // The districts' columns come after quantity and data.
                String distInfo = stocks.getString(2 + district);
                update.setInt(1, left >= STOCK_MIN ? left : left + REFILL);
                update.setInt(2, wanted.quantity());
                update.setInt(3, warehouse);
                update.setInt(4, wanted.item());
                update.executeUpdate();
                insert.setInt(1, warehouse);
                insert.setInt(2, district);
                insert.setInt(3, order);
                insert.setInt(4, line);
                insert.setInt(5, wanted.item());
                insert.setInt(6, warehouse);
                insert.setInt(7, wanted.quantity());
                insert.setBigDecimal(8, price.multiply(BigDecimal.valueOf(wanted.quantity())));
                insert.setString(9, distInfo);
                insert.executeUpdate();
            }
            return true;
        }
    }
}
