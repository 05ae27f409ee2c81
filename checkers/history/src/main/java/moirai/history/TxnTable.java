package moirai.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns of transactions while a history is built. */
final class TxnTable {

    private final Ints session = new Ints(256);
    private final Longs startNanos = new Longs(256);
    private final Longs endNanos = new Longs(256);
    private final Ints outcome = new Ints(256);
    private Ints firstOp = new Ints(256);
    private final List<Outcome> outcomes = new ArrayList<>();
    private final Map<Outcome, Integer> outcomeIds = new HashMap<>();
    private Ints unfinished = new Ints(16);
    private int outcomeBefore;

    int size() {
        return session.size();
    }

    int firstOp(int txn) {
        return firstOp.at(txn);
    }

    void add(int first, int ofSession, Outcome how, long start, long end) {
        firstOp.add(first);
        session.add(ofSession);
        startNanos.add(start);
        endNanos.add(end);
        outcome.add(outcomeId(how));
    }

    /** Most transactions end like the one before: then nothing is hashed. */
    private int outcomeId(Outcome how) {
        if (outcomes.isEmpty() || !outcomes.get(outcomeBefore).equals(how)) {
            outcomeBefore = outcomeIds.computeIfAbsent(how, this::addOutcome);
        }
        return outcomeBefore;
    }

    private int addOutcome(Outcome how) {
        outcomes.add(how);
        return outcomes.size() - 1;
    }

    /** Notes that the end of the transaction that is added next is not known. */
    void unfinished() {
        unfinished.add(session.size());
    }

    /** Nothing may seem to have started after the end of a transaction whose end nobody saw. */
    void extendUnfinished() {
        if (unfinished.size() > 0) {
            long latest = Long.MIN_VALUE;
            for (int txn = 0; txn < endNanos.size(); txn++) {
                latest = Math.max(latest, endNanos.at(txn));
            }
            for (int i = 0; i < unfinished.size(); i++) {
                endNanos.set(unfinished.at(i), latest);
            }
        }
    }

    /**
     * Puts transactions into this order, with dense ids as if they had been added in it. One column after the other, so
     * that beside them there is never more than one.
     *
     * @return where the ops of each transaction began before, and the number of ops
     */
    Ints reorder(int[] order, int opCount) {
        extendUnfinished();
        unfinished = new Ints(0);
        session.gather(order);
        startNanos.gather(order);
        endNanos.gather(order);
        outcome.gather(order);
        renumberOutcomes();
        Ints before = firstOp;
        before.add(opCount);
        firstOp = new Ints(order.length + 1);
        int first = 0;
        for (int txn : order) {
            firstOp.add(first);
            first += before.at(txn + 1) - before.at(txn);
        }
        return before;
    }

    private void renumberOutcomes() {
        List<Outcome> before = List.copyOf(outcomes);
        outcomes.clear();
        outcomeIds.clear();
        for (int txn = 0; txn < outcome.size(); txn++) {
            outcome.set(txn, outcomeId(before.get(outcome.at(txn))));
        }
    }

    /** The columns; the table must not be used again. */
    History.TxnColumns columns(int opCount) {
        firstOp.add(opCount);
        return new History.TxnColumns(
                session.trim(),
                startNanos.trim(),
                endNanos.trim(),
                outcome.trim(),
                firstOp.trim(),
                List.copyOf(outcomes));
    }
}
