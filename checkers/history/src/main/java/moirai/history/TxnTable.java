package moirai.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns of transactions while a history is built. */
final class TxnTable {

    private final Ints session = new Ints(32);
    private final Longs startNanos = new Longs(32);
    private final Longs endNanos = new Longs(32);
    private final Ints outcome = new Ints(32);
    private Ints firstOp = new Ints(32);
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

    /** Makes room for so many more transactions. */
    void reserve(int count) {
        firstOp.reserve(count + 1);
        session.reserve(count);
        startNanos.reserve(count);
        endNanos.reserve(count);
        outcome.reserve(count);
    }

    void add(int first, int ofSession, Outcome how, long start, long end) {
        firstOp.add(first);
        session.add(ofSession);
        startNanos.add(start);
        endNanos.add(end);
        outcome.add(outcomeId(how));
    }

    /** Adds all transactions of a history whose ops were added from this one on. */
    void addAll(History.TxnColumns from, int first) {
        int count = from.session().size();
        reserve(count);
        session.addFrom(from.session(), 0, count);
        startNanos.addFrom(from.startNanos(), 0, count);
        endNanos.addFrom(from.endNanos(), 0, count);
        int[] idOf = new int[from.outcomes().size()];
        Arrays.fill(idOf, -1);
        for (int txn = 0; txn < count; txn++) {
            int theirs = from.outcome().at(txn);
            if (idOf[theirs] < 0) {
                idOf[theirs] = outcomeId(from.outcomes().get(theirs));
            }
            outcome.add(idOf[theirs]);
            firstOp.add(first + from.firstOp().at(txn));
        }
    }

    /** Returns the id of the outcome. Most transactions end like the one before: then nothing is hashed. */
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

    /** Notes that the end of the next transaction is not known. */
    void unfinished() {
        unfinished.add(session.size());
    }

    /**
     * Extends unfinished transactions to the latest time, so that nothing seems to have started after their unknown
     * end.
     */
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

    /**
     * Puts the transactions from {@code first} on into another order: first comes {@code first + order[0]}. The ids of
     * outcomes stay, so {@link #renumberOutcomes} has to follow before the columns are taken. O(count).
     */
    void arrange(int first, int[] order, int count, int opCount) {
        int[] room = new int[count];
        long[] longRoom = new long[count];
        int[] sizes = new int[count];
        for (int i = 0; i < count; i++) {
            int txn = first + order[i];
            sizes[i] = (txn + 1 < firstOp.size() ? firstOp.at(txn + 1) : opCount) - firstOp.at(txn);
        }
        int next = firstOp.at(first);
        for (int i = 0; i < count; i++) {
            firstOp.set(first + i, next);
            next += sizes[i];
        }
        session.arrange(first, order, count, room);
        startNanos.arrange(first, order, count, longRoom);
        endNanos.arrange(first, order, count, longRoom);
        outcome.arrange(first, order, count, room);
        for (int i = 0; i < count; i++) {
            room[order[i]] = i;
        }
        for (int i = unfinished.size() - 1; i >= 0 && unfinished.at(i) >= first; i--) {
            unfinished.set(i, first + room[unfinished.at(i) - first]);
        }
    }

    /** Returns the order of ops if transactions from {@code first} on are put into this order; both from 0. O(ops). */
    int[] opOrder(int first, int[] order, int count, int opCount) {
        int firstOpOfAll = firstOp.at(first);
        int[] ops = new int[opCount - firstOpOfAll];
        int next = 0;
        for (int i = 0; i < count; i++) {
            int txn = first + order[i];
            int end = txn + 1 < firstOp.size() ? firstOp.at(txn + 1) : opCount;
            for (int op = firstOp.at(txn); op < end; op++) {
                ops[next++] = op - firstOpOfAll;
            }
        }
        return ops;
    }

    /** Returns the transaction of an op: the last that does not begin after it. O(log(transactions)). */
    int txnOf(int op) {
        int low = 0;
        int high = firstOp.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (firstOp.at(middle) <= op) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** Numbers outcomes as if the transactions had been added as they stand. */
    void renumberOutcomes() {
        List<Outcome> before = List.copyOf(outcomes);
        outcomes.clear();
        outcomeIds.clear();
        for (int txn = 0; txn < outcome.size(); txn++) {
            outcome.set(txn, outcomeId(before.get(outcome.at(txn))));
        }
    }

    /** Returns the columns; the table must not be used again. */
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
