package moirai.analysis.sets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/**
 * Whether some order of the transactions, run one after the other, explains what was read of sets or counters: every
 * order is tried, with and without those of unknown outcome.
 */
public final class SerialOracle {

    /** What an order has to keep. */
    public enum Order {
        ANY,
        SESSIONS,
        REALTIME
    }

    private final List<Txn> txns = new ArrayList<>();
    private final Order order;

    private SerialOracle(History history, Order order) {
        this.order = order;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            txns.add(history.txn(txn));
        }
    }

    public static boolean holds(History history, Order order) {
        var state = new HashMap<Long, Object>();
        boolean sets = history.dataModel() == DataModel.SET;
        for (int key = 0; key < history.keyCount(); key++) {
            state.put(history.keyName(key), sets ? new TreeSet<Integer>() : (Object) 0L);
        }
        return new SerialOracle(history, order).completes(new boolean[history.txnCount()], state);
    }

    private boolean completes(boolean[] done, Map<Long, Object> state) {
        boolean complete = true;
        for (int txn = 0; txn < txns.size(); txn++) {
            complete &= done[txn] || !(txns.get(txn).outcome() instanceof Outcome.Committed);
        }
        for (int txn = 0; txn < txns.size() && !complete; txn++) {
            if (!done[txn] && txns.get(txn).outcome().mayHaveTakenEffect() && isFree(txn, done)) {
                var after = new HashMap<>(state);
                if (runs(txns.get(txn), after)) {
                    done[txn] = true;
                    complete = completes(done, after);
                    done[txn] = false;
                }
            }
        }
        return complete;
    }

    private boolean isFree(int txn, boolean[] done) {
        for (int other = 0; other < txns.size(); other++) {
            Txn before = txns.get(other);
            boolean session = other < txn && before.session() == txns.get(txn).session();
            boolean realtime =
                    order == Order.REALTIME && before.endNanos() < txns.get(txn).startNanos();
            boolean precedes = order != Order.ANY && (session || realtime);
            if (precedes && !done[other] && before.outcome() instanceof Outcome.Committed) {
                return false;
            }
        }
        return true;
    }

    private static boolean runs(Txn txn, Map<Long, Object> state) {
        for (Op op : txn.ops()) {
            switch (op) {
                case Op.Add(long key, int element) -> {
                    var larger = new TreeSet<Integer>();
                    ((TreeSet<?>) state.get(key)).forEach(known -> larger.add((Integer) known));
                    larger.add(element);
                    state.put(key, larger);
                }
                case Op.Increment(long key, long amount) -> state.put(key, (long) state.get(key) + amount);
                case Op.ReadSet(long key, var elements) -> {
                    if (!String.valueOf(elements)
                            .equals(String.valueOf(state.get(key)).replace(",", ""))) {
                        return false;
                    }
                }
                case Op.ReadCounter(long key, long value) -> {
                    if ((long) state.get(key) != value) {
                        return false;
                    }
                }
                case Op.Read read -> {}
                default -> throw new AssertionError(op);
            }
        }
        return true;
    }
}
