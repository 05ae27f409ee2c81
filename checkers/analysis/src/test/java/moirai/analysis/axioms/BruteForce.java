package moirai.analysis.axioms;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tries all commit orders. At most eight transactions. */
public final class BruteForce {

    private final KeyValueHistory history;
    private final Definition definition;
    private final Map<BaseOrder, List<int[]>> orders = new EnumMap<>(BaseOrder.class);

    /** Prepares the orders of a history. */
    public BruteForce(KeyValueHistory history) {
        if (history.txnCount() > 8) {
            throw new IllegalArgumentException(history.txnCount() + " transactions; expected at most 8");
        }
        this.history = history;
        this.definition = new Definition(history);
    }

    /** Decides whether some order of commits satisfies the level. */
    public boolean satisfies(AxiomaticLevel level) {
        return witness(level).isPresent();
    }

    Optional<CommitOrder> witness(AxiomaticLevel level) {
        return orders(level.order()).stream()
                .filter(order -> definition.accepts(level, order))
                .map(CommitOrder::of)
                .findFirst();
    }

    Definition definition() {
        return definition;
    }

    /** All total orders that extend write-read and the base order. */
    List<int[]> orders(BaseOrder base) {
        return orders.computeIfAbsent(base, key -> {
            var found = new ArrayList<int[]>();
            extend(new int[history.txnCount()], 0, 1, definition.frame(base), found);
            return found;
        });
    }

    private void extend(int[] order, int placed, int done, SmallRelation frame, List<int[]> found) {
        if (placed == order.length) {
            found.add(order.clone());
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            int bit = 1 << (txn + 1);
            if ((done & bit) == 0 && (frame.before(txn + 1) & ~done) == 0) {
                order[placed] = txn;
                extend(order, placed + 1, done | bit, frame, found);
            }
        }
    }
}
