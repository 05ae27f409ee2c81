package moirai.programs.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Counts the items of the last 20 orders whose stock is low (clause 2.8); only reads. */
public record StockLevel(int warehouse, int district, int threshold) implements SqlTxn {

    private static final String NEXT_ORDER = "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?";

    private static final String SHORT_ITEMS = """
            SELECT COUNT(DISTINCT s_i_id) AS short_items FROM order_line
            JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id
            WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id >= ? AND ol_o_id < ? AND s_quantity < ?
            """;

    @Override
    public Effect run(Connection connection) throws SQLException {
        try (var nextOrder = connection.prepareStatement(NEXT_ORDER);
                var shortItems = connection.prepareStatement(SHORT_ITEMS)) {
            nextOrder.setInt(1, warehouse);
            nextOrder.setInt(2, district);
            var districts = nextOrder.executeQuery();
            districts.next();
            int next = districts.getInt("d_next_o_id");
            shortItems.setInt(1, warehouse);
            shortItems.setInt(2, district);
            shortItems.setInt(3, next - 20);
            shortItems.setInt(4, next);
            shortItems.setInt(5, threshold);
            shortItems.executeQuery().next();
        }
        return Effect.COMMIT;
    }
}
