package moirai.analysis.durability;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.List;
import moirai.analysis.columns.StableSort;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Outcome;

/*
 * An append is lost if (1) its transaction was acknowledged before the final reads of its key began, and (2) no final
 * read has the element. That the reads are of all nodes, and come after all that sessions did, is what the mark in the
 * history says; so a node that lags behind cannot make an append look lost, since another one has it. Of several times
 * at which a key was finally read, the last one that is complete counts. Elements are unique for each key, so none is
 * taken for another. What is indeterminate was not acknowledged: it may be there or not.
 */
/** The search for lost appends in one history. */
final class FinalReads {

    private final History history;
    private final FinalReadTimes times;
    /** The last complete final reads of each key. */
    private final int[] phaseOf;

    private final LongOpenHashSet present = new LongOpenHashSet();

    FinalReads(History history) {
        this.history = history;
        this.times = FinalReadTimes.of(history.faults());
        this.phaseOf = new int[history.keyCount()];
        Arrays.fill(phaseOf, FinalReadTimes.NONE);
    }

    Durability judge() {
        boolean isAsked = times.areAsked() && history.isTimed() && history.dataModel() == DataModel.LIST_APPEND;
        if (!isAsked || !times.areKnown()) {
            return Durability.unknown(isAsked, history.faults());
        }
        forEachRead((op, phase) -> phaseOf[history.key(op)] = Math.max(phase, phaseOf[history.key(op)]));
        collect();
        return search();
    }

    private interface FinalRead {

        void of(int op, int phase);
    }

    /** Visits the final reads that are complete. O(transactions + ops). */
    private void forEachRead(FinalRead visitor) {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            int phase = times.completeAt(history.startNanos(txn));
            if (phase != FinalReadTimes.NONE && history.outcome(txn) instanceof Outcome.Committed) {
                for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                    if (!history.isAppend(op) && !history.isScan(op) && history.isAnswered(op)) {
                        visitor.of(op, phase);
                    }
                }
            }
        }
    }

    /**
     * Records what the last final reads of keys show. O(elements of these reads): each is looked at once. Reads share
     * lists, of which each shows as much as its length: others may have seen more, before it was lost.
     */
    private void collect() {
        var shown = new Int2IntOpenHashMap();
        forEachRead((op, phase) -> {
            int list = history.list(op);
            if (phase == phaseOf[history.key(op)]) {
                for (int i = shown.get(list); i < history.length(op); i++) {
                    present.add(pair(history.key(op), history.listElement(list, i)));
                }
                shown.put(list, Math.max(shown.get(list), history.length(op)));
            }
        });
    }

    /** Looks for appends that the final reads do not show. O(transactions + ops + lost × (log lost + faults²)). */
    private Durability search() {
        long acknowledged = 0;
        long unread = 0;
        var lost = new IntArrayList();
        var txns = new IntArrayList();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (!(history.outcome(txn) instanceof Outcome.Committed)) {
                continue;
            }
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAppend(op)) {
                    switch (times.answer(phaseOf[history.key(op)], history.endNanos(txn))) {
                        case COMPARED -> {
                            acknowledged++;
                            if (!present.contains(pair(history.key(op), history.element(op)))) {
                                lost.add(op);
                                txns.add(txn);
                            }
                        }
                        case UNREAD -> unread++;
                        case LATE -> {}
                    }
                }
            }
        }
        var counts = new Durability.Counts(acknowledged, lost.size(), unread);
        return new Durability(true, true, counts, listed(lost, txns), history.faults());
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
