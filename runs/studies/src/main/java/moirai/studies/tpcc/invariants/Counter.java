package moirai.studies.tpcc.invariants;

/** What transactions change, to be compared with what they did. The last column is a number, the others its key. */
public enum Counter {
    /** How much was sold of an item. */
    SOLD("SELECT s_w_id, s_i_id, s_ytd FROM stock"),
    /** How often an item was sold. */
    SALES("SELECT s_w_id, s_i_id, s_order_cnt FROM stock"),
    /** What a customer owes, and has paid. */
    TURNOVER("SELECT c_w_id, c_d_id, c_id, c_balance + c_ytd_payment FROM customer"),
    /** How often a customer has paid. */
    PAYMENTS("SELECT c_w_id, c_d_id, c_id, c_payment_cnt FROM customer"),
    /** How many orders were delivered. */
    DELIVERIES("SELECT c_delivery_cnt FROM customer"),
    /** How many orders a carrier has. */
    CARRIED("SELECT o_carrier_id, 1 FROM orders WHERE o_carrier_id IS NOT NULL"),
    /** How much a customer has paid, as the history says. */
    PAID("SELECT h_c_w_id, h_c_d_id, h_c_id, h_amount FROM history");

    private final String sql;

    Counter(String sql) {
        this.sql = sql;
    }

    String sql() {
        return sql;
    }
}
