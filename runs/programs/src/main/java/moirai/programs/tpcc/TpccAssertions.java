package moirai.programs.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.Tally;

/**
 * The consistency conditions of clause 3.3.2, numbered as there.
 *
 * <p>Condition 11 is stated there for the population after loading (2,100 of 3,000 orders are delivered); here it is
 * its continuation: as many orders are not new any more as have a carrier.
 *
 * <p>Which are invariants under causal consistency? Two new-orders of one district that do not see each other take the
 * same number and write the same rows; the later in commit order wins cell by cell, but of the longer order the last
 * lines stay. So conditions 4, 6 and 7 break, and with lost updates of sums conditions 1, 8, 9, 10 and 12, and with a
 * lost increment of the next number condition 2. Condition 3 breaks when a number that was delivered is taken again and
 * then skipped by a delivery that does not see it. Conditions 5 and 11 hold: whether a row of NEW-ORDER exists and the
 * order's carrier are two keys that every transaction writes together if it writes one of them (a new-order sets both,
 * a delivery the other way round; repeated reads agree, so a delivery never deletes nothing), and a reader under read
 * atomic sees one writer's values of both. At read committed the deletion may read another value than the query before
 * it, delete nothing and still set the carrier; condition 4 holds there no more than under causal consistency.
 *
 * <p>The paper believes that 4 holds under causal consistency since both tables are written in one transaction. That
 * overlooks orders of the same number; its published artefact reports 4 as broken in 65 of 100 runs with three
 * sessions, and 3, 5, 7 and 11 in none. Sums of what condition 6 compares order by order are what condition 4 compares,
 * and lines are never missing, so 6 cannot break without 4.
 */
final class TpccAssertions {

    static final List<SqlAssertion> ALL = List.of(
            SqlAssertion.ofTables("A1", "a warehouse took in what its districts did", TpccAssertions::condition1),
            SqlAssertion.ofTables(
                    "A2", "a district's last order has the number before the next", TpccAssertions::condition2),
            SqlAssertion.ofTables("A3", "a district's new orders have no gap", TpccAssertions::condition3),
            SqlAssertion.ofTables("A4", "a district has as many lines as its orders say", TpccAssertions::condition4),
            SqlAssertion.ofTables("A5", "an order has no carrier as long as it is new", TpccAssertions::condition5),
            SqlAssertion.ofTables("A6", "an order has as many lines as it says", TpccAssertions::condition6),
            SqlAssertion.ofTables(
                    "A7", "the lines of an order with a carrier are delivered", TpccAssertions::condition7),
            SqlAssertion.ofTables("A8", "a warehouse took in what was paid there", TpccAssertions::condition8),
            SqlAssertion.ofTables("A9", "a district took in what was paid there", TpccAssertions::condition9),
            SqlAssertion.ofTables("A10", "a customer's balance is delivered less paid", TpccAssertions::condition10),
            SqlAssertion.ofTables("A11", "orders that are not new have a carrier", TpccAssertions::condition11),
            SqlAssertion.ofTables(
                    "A12", "a customer's balance and payments make what was delivered", TpccAssertions::condition12));

    private static final String WAREHOUSE_YTD = "SELECT w_id, w_ytd FROM warehouse";

    private static final String DISTRICT_YTD = "SELECT d_w_id, d_id, d_ytd FROM district";

    private static final String NEW_ORDERS_BY_ORDER = "SELECT no_w_id, no_d_id, no_o_id, 1 FROM new_order";

    private static final String LINES_BY_ORDER =
            "SELECT ol_w_id, ol_d_id, ol_o_id, COUNT(*) FROM order_line GROUP BY ol_w_id, ol_d_id, ol_o_id";

    private static final String NOT_CARRIED_BY_ORDER =
            "SELECT o_w_id, o_d_id, o_id, 1 FROM orders WHERE o_carrier_id IS NULL";

    private TpccAssertions() {}

    private static Optional<String> condition1(Connection connection) throws SQLException {
        var warehouses = Tally.of(connection, WAREHOUSE_YTD);
        var districts = Tally.of(connection, "SELECT d_w_id, SUM(d_ytd) FROM district GROUP BY d_w_id");
        return warehouses.differenceFrom(districts, "w_ytd is ", ", the sum of d_ytd ");
    }

    private static Optional<String> condition2(Connection connection) throws SQLException {
        var next = Tally.of(connection, "SELECT d_w_id, d_id, d_next_o_id - 1 FROM district");
        var orders = Tally.of(connection, "SELECT o_w_id, o_d_id, MAX(o_id) FROM orders GROUP BY o_w_id, o_d_id");
        var newOrders =
                Tally.of(connection, "SELECT no_w_id, no_d_id, MAX(no_o_id) FROM new_order GROUP BY no_w_id, no_d_id");
        return next.differenceFrom(orders, "d_next_o_id - 1 is ", ", the largest o_id ")
                .or(() -> orders.where(newOrders)
                        .differenceFrom(newOrders, "the largest o_id is ", ", the largest no_o_id "));
    }

    private static Optional<String> condition3(Connection connection) throws SQLException {
        var width = Tally.of(
                connection,
                "SELECT no_w_id, no_d_id, MAX(no_o_id) - MIN(no_o_id) + 1 FROM new_order GROUP BY no_w_id, no_d_id");
        var count = Tally.of(connection, "SELECT no_w_id, no_d_id, COUNT(*) FROM new_order GROUP BY no_w_id, no_d_id");
        return width.differenceFrom(count, "from the first to the last are ", " numbers, new orders are ");
    }

    private static Optional<String> condition4(Connection connection) throws SQLException {
        var said = Tally.of(connection, "SELECT o_w_id, o_d_id, SUM(o_ol_cnt) FROM orders GROUP BY o_w_id, o_d_id");
        var lines = Tally.of(connection, "SELECT ol_w_id, ol_d_id, COUNT(*) FROM order_line GROUP BY ol_w_id, ol_d_id");
        return said.differenceFrom(lines, "the sum of o_ol_cnt is ", ", lines are ");
    }

    private static Optional<String> condition5(Connection connection) throws SQLException {
        var notCarried = Tally.of(connection, NOT_CARRIED_BY_ORDER);
        var newOrders = Tally.of(connection, NEW_ORDERS_BY_ORDER);
        return notCarried.differenceFrom(newOrders, "orders without a carrier are ", ", new orders ");
    }

    private static Optional<String> condition6(Connection connection) throws SQLException {
        var said = Tally.of(connection, "SELECT o_w_id, o_d_id, o_id, o_ol_cnt FROM orders");
        var lines = Tally.of(connection, LINES_BY_ORDER);
        return said.differenceFrom(lines, "o_ol_cnt is ", ", lines are ");
    }

    private static Optional<String> condition7(Connection connection) throws SQLException {
        var notCarried = Tally.of(connection, NOT_CARRIED_BY_ORDER);
        var lines = Tally.of(connection, LINES_BY_ORDER);
        var notDelivered = Tally.of(
                connection,
                "SELECT ol_w_id, ol_d_id, ol_o_id, COUNT(*) FROM order_line WHERE ol_delivery_d IS NULL"
                        + " GROUP BY ol_w_id, ol_d_id, ol_o_id");
        return lines.where(notCarried)
                .differenceFrom(notDelivered, "lines of orders without a carrier are ", ", lines not delivered ");
    }

    private static Optional<String> condition8(Connection connection) throws SQLException {
        var warehouses = Tally.of(connection, WAREHOUSE_YTD);
        var paid = Tally.of(connection, "SELECT h_w_id, SUM(h_amount) FROM history GROUP BY h_w_id");
        return warehouses.differenceFrom(paid, "w_ytd is ", ", the sum of h_amount ");
    }

    private static Optional<String> condition9(Connection connection) throws SQLException {
        var districts = Tally.of(connection, DISTRICT_YTD);
        var paid = Tally.of(connection, "SELECT h_w_id, h_d_id, SUM(h_amount) FROM history GROUP BY h_w_id, h_d_id");
        return districts.differenceFrom(paid, "d_ytd is ", ", the sum of h_amount ");
    }

    private static Optional<String> condition10(Connection connection) throws SQLException {
        var balances = Tally.of(connection, "SELECT c_w_id, c_d_id, c_id, c_balance FROM customer");
        var paid = Tally.of(
                connection,
                "SELECT h_c_w_id, h_c_d_id, h_c_id, SUM(h_amount) FROM history GROUP BY h_c_w_id, h_c_d_id, h_c_id");
        return balances.plus(paid)
                .differenceFrom(delivered(connection), "c_balance and the sum of h_amount make ", ", delivered is ");
    }

    private static Optional<String> condition11(Connection connection) throws SQLException {
        var orders = Tally.of(connection, "SELECT o_w_id, o_d_id, COUNT(*) FROM orders GROUP BY o_w_id, o_d_id");
        var newOrders =
                Tally.of(connection, "SELECT no_w_id, no_d_id, COUNT(*) FROM new_order GROUP BY no_w_id, no_d_id");
        var carried =
                Tally.of(connection, "SELECT o_w_id, o_d_id, COUNT(o_carrier_id) FROM orders GROUP BY o_w_id, o_d_id");
        return orders.minus(newOrders)
                .differenceFrom(carried, "orders that are not new are ", ", orders with a carrier ");
    }

    private static Optional<String> condition12(Connection connection) throws SQLException {
        var customers = Tally.of(connection, "SELECT c_w_id, c_d_id, c_id, c_balance + c_ytd_payment FROM customer");
        return customers.differenceFrom(delivered(connection), "c_balance and c_ytd_payment make ", ", delivered is ");
    }

    /** Returns the sum that was delivered to each customer. The join is made here, since it is the largest of all. */
    private static Tally delivered(Connection connection) throws SQLException {
        var customers = Tally.of(connection, "SELECT o_w_id, o_d_id, o_id, o_c_id FROM orders");
        var amounts = Tally.of(
                connection,
                "SELECT ol_w_id, ol_d_id, ol_o_id, SUM(ol_amount) FROM order_line WHERE ol_delivery_d IS NOT NULL"
                        + " GROUP BY ol_w_id, ol_d_id, ol_o_id");
        return amounts.by(
                order -> List.of(order.get(0), order.get(1), customers.at(order).longValue()));
    }
}
