package moirai.analysis.durability;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import moirai.analysis.columns.StableSort;
import moirai.history.History;
import moirai.history.Outcome;

/** The search for lost writes in one history. */
final class FinalReads {

    private final History history;
    private final FinalReadTimes times;

    FinalReads(History history) {
        this.history = history;
        this.times = FinalReadTimes.of(history.faults());
    }

    Durability judge() {
        WriteKind kind = WriteKind.of(history);
        boolean isAsked = times.areAsked() && history.isTimed();
        // An increment whose record is lost may be in any sum.
        boolean isKnown = isAsked && times.areKnown() && (history.isComplete() || !kind.isOfSums());
        return isKnown ? search(kind, states()) : Durability.unknown(kind, isAsked, history.faults());
    }

    /** Returns the states that the final reads show. O(transactions + ops + elements of the final reads). */
    private FinalStates states() {
        return switch (history.dataModel()) {
            case LIST_APPEND, SET -> {
                var states = new ListStates(history);
                forEachRead(history, times, (op, phase) -> states.read(history, op, phase));
                forEachRead(history, times, states::collect);
                yield states;
            }
            case REGISTER -> read(new RegisterStates());
            case COUNTER -> read(new CounterStates(times));
        };
    }

    private FinalStates read(FinalStates states) {
        forEachRead(history, times, (op, phase) -> states.read(history, op, phase));
        forEachWrite(history, (txn, op) -> states.write(history, txn, op));
        return states;
    }

    /** Takes in an op and the phase of its final reads. */
    interface FinalRead {

        void of(int op, int phase);
    }

    /** Visits the final reads that are complete, with an answer or without. O(transactions + ops). */
    static void forEachRead(History history, FinalReadTimes times, FinalRead visitor) {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            int phase = times.completeAt(history.startNanos(txn));
            if (phase != FinalReadTimes.NONE && history.outcome(txn) instanceof Outcome.Committed) {
                for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                    if (!isWrite(history, op) && !history.isScan(op)) {
                        visitor.of(op, phase);
                    }
                }
            }
        }
    }

    /** Takes in a write of a transaction. */
    interface Write {

        void of(int txn, int op);
    }

    /** Visits all writes of any outcome. O(transactions + ops). */
    static void forEachWrite(History history, Write visitor) {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (isWrite(history, op)) {
                    visitor.of(txn, op);
                }
            }
        }
    }

    static boolean isWrite(History history, int op) {
        return history.isAppend(op) || history.isWrite(op);
    }

    /** Looks for writes that the final reads do not show. O(transactions + ops + lost × (log lost + faults²)). */
    private Durability search(WriteKind kind, FinalStates states) {
        var comparison = new Comparison(times, states);
        var lost = new IntArrayList();
        var txns = new IntArrayList();
        forEachWrite(history, (txn, op) -> {
            if (comparison.isLost(history, txn, op)) {
                lost.add(op);
                txns.add(txn);
            }
        });
        List<WrongSum> sums = states.sums(history.faults());
        List<LostWrite> writes = Arrays.stream(StableSort.range(lost.size(), i -> history.endNanos(txns.getInt(i))))
                .limit(Durability.LISTED_MAX)
                .mapToObj(i -> lost(txns.getInt(i), lost.getInt(i), states))
                .toList();
        return new Durability(
                kind, true, true, comparison.counts(sums), new Durability.Losses(writes, sums), history.faults());
    }

    private LostWrite lost(int txn, int op, FinalStates states) {
        return new LostWrite(
                txn,
                op,
                history.keyLabel(history.key(op)),
                history.isAppend(op) ? history.element(op) : history.value(op),
                history.endNanos(txn),
                states.clues(history, op, Culprits.of(history.faults(), history.endNanos(txn))));
    }
}
