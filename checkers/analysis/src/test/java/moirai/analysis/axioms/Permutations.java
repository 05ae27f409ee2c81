package moirai.analysis.axioms;

import java.util.ArrayList;
import java.util.List;

/** All orders of a few transactions. */
final class Permutations {

    private Permutations() {}

    static List<CommitOrder> of(int txnCount) {
        var orders = new ArrayList<CommitOrder>();
        extend(new int[txnCount], 0, 0, orders);
        return orders;
    }

    private static void extend(int[] order, int placed, int used, List<CommitOrder> orders) {
        if (placed == order.length) {
            orders.add(CommitOrder.of(order));
        }
        for (int txn = 0; txn < order.length; txn++) {
            if ((used & 1 << txn) == 0) {
                order[placed] = txn;
                extend(order, placed + 1, used | 1 << txn, orders);
            }
        }
    }
}
