package moirai.studies.tpcc;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Anomalies through the same transactions and tables: a row of table 4 of CLOTHO (2019), or one that it does not have.
 *
 * @param number as there; 0 for those that it does not have
 * @param ring the transactions, once around the cycle
 * @param tables the slice in which it is searched for
 * @param paper the invariants that it breaks there
 */
record Row(int number, List<String> ring, Set<String> tables, String paper) {

    /**
     * The rows of the table that break an invariant, and the row of a delivery and an order, between which the table
     * has an order-status. Rows 7 and 8 differ in the number of new orders.
     */
    static final List<Row> ALL = List.of(
            row(1, "payment payment", "warehouse", "cr1, cr8"),
            row(2, "payment payment", "district", "cr1, cr9"),
            row(3, "newOrder newOrder", "district", "cr2, ..., cr7, cr11, ncr1"),
            row(4, "delivery delivery", "customer", "cr10, cr12, ncr5"),
            row(5, "delivery delivery", "new_order", "ncr6"),
            row(6, "payment payment", "history", "cr8, cr9, cr10, ncr7"),
            row(8, "newOrder newOrder", "stock", "ncr1, ncr2"),
            row(11, "payment delivery", "customer", "none"),
            row(12, "payment payment", "customer", "ncr3, ncr4, cr12"),
            row(0, "newOrder delivery", "new_order orders", "-"),
            row(0, "newOrder delivery", "new_order order_line", "-"));

    /** Row 6 where payments have a key; its cycle needs a second table. */
    static final Row KEYED_HISTORY = row(6, "payment payment", "history warehouse", "cr8, cr9, cr10, ncr7");

    Row {
        ring = List.copyOf(ring);
        tables = Set.copyOf(tables);
    }

    private static Row row(int number, String ring, String tables, String paper) {
        return new Row(
                number, Arrays.asList(ring.split(" ", -1)), Set.copyOf(Arrays.asList(tables.split(" ", -1))), paper);
    }

    boolean has(String txn) {
        return ring.contains(txn);
    }

    /** Returns a text such as {@code 1 payment/payment warehouse}. */
    @Override
    public String toString() {
        return (number == 0 ? "-" : String.valueOf(number)) + " " + String.join("/", ring) + " "
                + String.join(" ", new TreeSet<>(tables));
    }
}
