package moirai.studies.tpcc.invariants;

/** A number that transactions change. The last column of its query is the number, the others are its key. */
public enum Counter {
    /** The quantity sold of an item. */
    SOLD("SELECT s_w_id, s_i_id, s_ytd FROM stock"),
    /** The number of sales of an item. */
    SALES("SELECT s_w_id, s_i_id, s_order_cnt FROM stock"),
    /** The sum of what a customer owes and has paid. */
    TURNOVER("SELECT c_w_id, c_d_id, c_id, c_balance + c_ytd_payment FROM customer"),
    /** The number of payments of a customer. */
    PAYMENTS("SELECT c_w_id, c_d_id, c_id, c_payment_cnt FROM customer"),
    /** The number of orders that were delivered. */
    DELIVERIES("SELECT c_delivery_cnt FROM customer"),
    /** The number of orders that a carrier has. */
    CARRIED("SELECT o_carrier_id, 1 FROM orders WHERE o_carrier_id IS NOT NULL"),
    /** The sum that a customer has paid, as the history says. */
    PAID("SELECT h_c_w_id, h_c_d_id, h_c_id, h_amount FROM history");

    private final String sql;

    Counter(String sql) {
        this.sql = sql;
    }

    String sql() {
        return sql;
    }
}
