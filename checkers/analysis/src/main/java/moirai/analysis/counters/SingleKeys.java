package moirai.analysis.counters;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.stream.IntStream;
import moirai.history.History;

/**
 * Histories in which no transaction touches two keys. They are strictly serializable if those of each key by itself
 * are: linearizability is local (Herlihy, Wing, "Linearizability", 1990, theorem 1), which rests on real time being an
 * order of intervals. The order of a session is a part of it unless two of its transactions touch or overlap; then
 * nothing is concluded.
 */
final class SingleKeys {

    private SingleKeys() {}

    /**
     * Decides whether there is a serial order in real time of each key, and thus of all. Linear, but for the orders.
     */
    static boolean haveOrders(CounterValues values) {
        History history = values.history();
        if (!areSessionsInRealtime(values)) {
            return false;
        }
        var txnsOf = new IntArrayList[history.keyCount()];
        for (int key = 0; key < txnsOf.length; key++) {
            txnsOf[key] = new IntArrayList();
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.key(op) != history.key(history.firstOp(txn))) {
                    return false;
                }
            }
            boolean counts = values.isCommitted(txn) || (values.mayHaveTakenEffect(txn) && increments(history, txn));
            if (counts && history.firstOp(txn) < history.endOp(txn)) {
                if (!values.isCommitted(txn) && hasAnswer(values, txn)) {
                    return false;
                }
                txnsOf[history.key(history.firstOp(txn))].add(txn);
            }
        }
        for (int key = 0; key < txnsOf.length; key++) {
            boolean isOneWay = values.neverShrinks(key) || values.neverGrows(key);
            if (values.isSetAside(key) || !isOneWay || !new OneKeyOrder(values, key, txnsOf[key].toIntArray()).find()) {
                return false;
            }
        }
        return true;
    }

    private static boolean increments(History history, int txn) {
        return ops(history, txn).anyMatch(history::isWrite);
    }

    /**
     * Returns whether the transaction has an answered read, which counts if the transaction took effect; that is for
     * {@link SerialSearch}.
     */
    private static boolean hasAnswer(CounterValues values, int txn) {
        return ops(values.history(), txn).anyMatch(values::isRead);
    }

    private static IntStream ops(History history, int txn) {
        return IntStream.range(history.firstOp(txn), history.endOp(txn));
    }

    private static boolean areSessionsInRealtime(CounterValues values) {
        History history = values.history();
        var endOf = new Int2LongOpenHashMap();
        endOf.defaultReturnValue(Long.MIN_VALUE);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            // One of unknown outcome has to follow what its session committed before, and nothing has to follow it.
            if (values.mayHaveTakenEffect(txn) && history.startNanos(txn) <= endOf.get(history.session(txn))) {
                return false;
            }
            if (values.isCommitted(txn)) {
                endOf.put(history.session(txn), history.endNanos(txn));
            }
        }
        return true;
    }
}
