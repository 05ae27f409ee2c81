package moirai.analysis.durability;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import moirai.analysis.columns.StableSort;
import moirai.history.DataModel;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Outcome;

/*
 * An append is lost if (1) its transaction was acknowledged before the final reads began, (2) its key was finally read,
 * and (3) no final read has the element. That the reads are of all nodes, and come after all that sessions did, is what
 * the mark in the history says; so a node that lags behind cannot make an append look lost, since another one has it.
 * Elements are unique for each key, so none is taken for another. What is indeterminate was not acknowledged: it may be
 * there or not.
 */
/** The search for lost appends in one history. */
final class FinalReads {

    private final History history;
    private final BitSet keysRead = new BitSet();
    private final LongOpenHashSet present = new LongOpenHashSet();

    FinalReads(History history) {
        this.history = history;
    }

    Durability judge() {
        List<FaultEvent> faults = history.faults();
        int begin = last(faults, FaultEvent.Phase.INJECTED);
        int end = last(faults, FaultEvent.Phase.HEALED);
        boolean isAsked = begin >= 0 && history.isTimed() && history.dataModel() == DataModel.LIST_APPEND;
        if (!isAsked || end < begin) {
            return Durability.unknown(isAsked, faults);
        }
        long beganNanos = faults.get(begin).nanos();
        collect(beganNanos);
        return search(beganNanos);
    }

    private static int last(List<FaultEvent> faults, FaultEvent.Phase phase) {
        int last = faults.size() - 1;
        while (last >= 0
                && !(faults.get(last).fault().equals(Durability.FINAL_READS)
                        && faults.get(last).phase() == phase)) {
            last--;
        }
        return last;
    }

    /**
     * Records what the final reads show. O(transactions + ops + elements of these reads): a list is looked at once.
     */
    private void collect(long beganNanos) {
        var seen = new IntOpenHashSet();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.startNanos(txn) >= beganNanos && history.outcome(txn) instanceof Outcome.Committed) {
                for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                    if (!history.isAppend(op) && !history.isScan(op) && history.isAnswered(op)) {
                        keysRead.set(history.key(op));
                        if (seen.add(history.list(op))) {
                            collectList(history.key(op), history.list(op));
                        }
                    }
                }
            }
        }
    }

    private void collectList(int key, int list) {
        for (int i = 0; i < history.listSize(list); i++) {
            present.add(pair(key, history.listElement(list, i)));
        }
    }

    /** Looks for appends that the final reads do not show. O(transactions + ops + lost × (log lost + faults²)). */
    private Durability search(long beganNanos) {
        long acknowledged = 0;
        var lost = new IntArrayList();
        var txns = new IntArrayList();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.endNanos(txn) > beganNanos || !(history.outcome(txn) instanceof Outcome.Committed)) {
                continue;
            }
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAppend(op) && keysRead.get(history.key(op))) {
                    acknowledged++;
                    if (!present.contains(pair(history.key(op), history.element(op)))) {
                        lost.add(op);
                        txns.add(txn);
                    }
                }
            }
        }
        return new Durability(true, true, acknowledged, lost.size(), listed(lost, txns), history.faults());
    }

    private List<LostAppend> listed(IntArrayList ops, IntArrayList txns) {
        return Arrays.stream(StableSort.range(ops.size(), i -> history.endNanos(txns.getInt(i))))
                .limit(Durability.LISTED_MAX)
                .mapToObj(i -> lost(txns.getInt(i), ops.getInt(i)))
                .toList();
    }

    private LostAppend lost(int txn, int op) {
        return new LostAppend(
                txn,
                op,
                history.keyLabel(history.key(op)),
                history.element(op),
                history.endNanos(txn),
                Culprits.of(history.faults(), history.endNanos(txn)));
    }

    private static long pair(int key, int element) {
        return (long) key << 32 | (element & 0xffff_ffffL);
    }
}
