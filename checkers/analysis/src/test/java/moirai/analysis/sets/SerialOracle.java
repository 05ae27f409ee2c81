package moirai.analysis.sets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/**
 * Decides whether some order of the transactions, run one after the other, explains what was read of sets or counters:
 * every order is tried, with and without those of unknown outcome.
 */
public final class SerialOracle {

    /** The orders that a serial order has to keep. */
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

    /** Decides whether an order exists from empty sets, and from counters at 0. */
    public static boolean holds(History history, Order order) {
        return holds(history, order, new State(new HashMap<>(), new HashMap<>(), new HashMap<>(), true));
    }

    /** Decides whether an order exists from whatever balances. */
    public static boolean holdsFromAnywhere(History history, Order order) {
        return holds(history, order, new State(new HashMap<>(), new HashMap<>(), new HashMap<>(), false));
    }

    private static boolean holds(History history, Order order, State state) {
        return new SerialOracle(history, order).completes(new boolean[history.txnCount()], state);
    }

    /** {@code initials} are those that reads have shown, unless all are 0. */
    private record State(
            Map<Long, SortedSet<Integer>> sets,
            Map<Long, Long> counters,
            Map<Long, Long> initials,
            boolean areInitialsKnown) {

        State copy() {
            var copied = new HashMap<Long, SortedSet<Integer>>();
            sets.forEach((key, elements) -> copied.put(key, new TreeSet<>(elements)));
            return new State(copied, new HashMap<>(counters), new HashMap<>(initials), areInitialsKnown);
        }

        /** Decides whether the transaction reads this state, and then its own changes; it changes the state. */
        boolean explains(Txn txn) {
            for (Op op : txn.ops()) {
                switch (op) {
                    case Op.Add(long key, int element) -> set(key).add(element);
                    case Op.Increment(long key, long amount) -> counters.merge(key, amount, Long::sum);
                    case Op.ReadSet(long key, var elements) -> {
                        if (!elements.equals(Elements.of(
                                set(key).stream().mapToInt(element -> element).toArray()))) {
                            return false;
                        }
                    }
                    case Op.ReadCounter(long key, long value) -> {
                        long changed = counters.getOrDefault(key, 0L);
                        if (!areInitialsKnown) {
                            initials.putIfAbsent(key, value - changed);
                        }
                        if (initials.getOrDefault(key, 0L) + changed != value) {
                            return false;
                        }
                    }
                    case Op.Read read -> {}
                    default -> throw new AssertionError(op);
                }
            }
            return true;
        }

        private SortedSet<Integer> set(long key) {
            return sets.computeIfAbsent(key, first -> new TreeSet<>());
        }
    }

    private boolean completes(boolean[] done, State state) {
        boolean complete = true;
        for (int txn = 0; txn < txns.size(); txn++) {
            complete &= done[txn] || !(txns.get(txn).outcome() instanceof Outcome.Committed);
        }
        for (int txn = 0; txn < txns.size() && !complete; txn++) {
            if (!done[txn] && txns.get(txn).outcome().mayHaveTakenEffect() && isFree(txn, done)) {
                State after = state.copy();
                if (after.explains(txns.get(txn))) {
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
}
