package moirai.runs.teeth;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/** The beginning of a history of list appends, whose teeth stand for those of the whole. */
public final class Beginning {

    /** The number of transactions that are taken. */
    public static final int TXNS_MAX = 5_000;

    private final History history;
    private final int txnsMax;
    /** The elements that the transactions have read which were taken, by key. */
    private final Long2ObjectOpenHashMap<IntOpenHashSet> seen = new Long2ObjectOpenHashMap<>();

    private long lastNanos;

    private Beginning(History history, int txnsMax) {
        this.history = history;
        this.txnsMax = txnsMax;
    }

    /**
     * Returns all of a short history, and otherwise the {@value #TXNS_MAX} transactions that began first. Of those that
     * began later, but whose appends these have read, the appends alone are there as well: else a check could not tell
     * who has written what was read. The result counts as not complete, so that its teeth are rather duller than those
     * of the whole.
     */
    public static History of(History history) {
        return of(history, TXNS_MAX);
    }

    static History of(History history, int txnsMax) {
        return history.txnCount() <= txnsMax ? history : new Beginning(history, txnsMax).taken();
    }

    private History taken() {
        int[] inOrder = IntStream.range(0, history.txnCount())
                .boxed()
                .sorted(Comparator.comparingLong(history::startNanos))
                .mapToInt(Integer::intValue)
                .toArray();
        var taken = new Txn[history.txnCount()];
        for (int i = 0; i < txnsMax; i++) {
            Txn txn = history.txn(inOrder[i]);
            taken[inOrder[i]] = txn;
            look(txn);
        }
        for (int i = txnsMax; i < inOrder.length && history.startNanos(inOrder[i]) <= lastNanos; i++) {
            Txn txn = history.txn(inOrder[i]);
            List<Op> appends = txn.ops().stream().filter(this::isSeen).toList();
            if (!appends.isEmpty()) {
                taken[inOrder[i]] = new Txn(txn.session(), appends, txn.outcome(), txn.startNanos(), txn.endNanos());
            }
        }
        var builder = new HistoryBuilder(history.header());
        for (Txn txn : taken) {
            if (txn != null) {
                builder.add(txn);
            }
        }
        return builder.build(false);
    }

    private void look(Txn txn) {
        if (!(txn.outcome() instanceof Outcome.Committed)) {
            return;
        }
        lastNanos = Math.max(lastNanos, txn.endNanos());
        for (Op op : txn.ops()) {
            if (op instanceof Op.Read read && read.elements().isKnown()) {
                IntOpenHashSet ofKey = seen.computeIfAbsent(read.key(), key -> new IntOpenHashSet());
                for (int element : read.elements().toArray()) {
                    ofKey.add(element);
                }
            }
        }
    }

    private boolean isSeen(Op op) {
        return op instanceof Op.Append append
                && seen.containsKey(append.key())
                && seen.get(append.key()).contains(append.element());
    }
}
