package moirai.clients.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/**
 * Tries every order of the transactions for one that respects real time and in which each transaction, run alone on
 * what those before it left, answers as recorded. Committed transactions must all take part, indeterminate ones may.
 */
final class SerialOrder {

    private final List<Txn> txns;

    private SerialOrder(List<Txn> txns) {
        this.txns = txns;
    }

    static boolean existsStrictlySerial(List<Txn> txns) {
        return new SerialOrder(possible(txns)).search(0, Map.of());
    }

    private static List<Txn> possible(List<Txn> txns) {
        return txns.stream().filter(txn -> txn.outcome().mayHaveTakenEffect()).toList();
    }

    private static boolean isCommitted(Txn txn) {
        return txn.outcome() instanceof Outcome.Committed;
    }

    /** Returns whether the transactions that are not yet placed (a set of bits) can follow on a state. */
    private boolean search(int placed, Map<Long, List<Integer>> state) {
        boolean complete = true;
        for (int id = 0; id < txns.size(); id++) {
            if ((placed & 1 << id) == 0) {
                complete &= !isCommitted(txns.get(id));
                var next = new HashMap<>(state);
                if (mayBeNext(placed, id) && runs(txns.get(id), next) && search(placed | 1 << id, next)) {
                    return true;
                }
            }
        }
        return complete;
    }

    private boolean mayBeNext(int placed, int id) {
        for (int other = 0; other < txns.size(); other++) {
            boolean before = isCommitted(txns.get(other))
                    && txns.get(other).endNanos() < txns.get(id).startNanos();
            if (before && (placed & 1 << other) == 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean runs(Txn txn, Map<Long, List<Integer>> state) {
        for (Op op : txn.ops()) {
            List<Integer> list = state.getOrDefault(op.key(), List.of());
            switch (op) {
                case Op.Append(long key, int element) -> {
                    var longer = new ArrayList<>(list);
                    longer.add(element);
                    state.put(key, longer);
                }
                case Op.Read(long key, Elements elements) -> {
                    int[] values = list.stream().mapToInt(Integer::intValue).toArray();
                    if (isCommitted(txn) && !elements.equals(Elements.of(values))) {
                        return false;
                    }
                }
                case Op.Scan scan -> throw new IllegalArgumentException(scan + " is not on one list");
                case Op.OffList other -> throw new IllegalArgumentException(other + " is not on a list");
            }
        }
        return true;
    }
}
