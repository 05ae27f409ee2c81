package moirai.runs.cases;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import moirai.history.History;

/**
 * An order of all statements of a history's transactions, begins and ends included.
 *
 * @param turns empty if no order is prescribed; otherwise each statement once, each transaction's in its own order
 */
public record StatementOrder(List<Turn> turns) {

    /** The order that prescribes nothing. */
    public static final StatementOrder FREE = new StatementOrder(List.of());

    public StatementOrder {
        turns = List.copyOf(turns);
    }

    /**
     * A statement in an order.
     *
     * @param txn the transaction's id in the history
     * @param step 0 for the begin, 1 for the first op and so on; one more than there are ops for the end
     */
    public record Turn(int txn, int step) {

        public Turn {
            if (txn < 0 || step < 0) {
                throw new IllegalArgumentException("step " + step + " of transaction " + txn + " is negative");
            }
        }

        /** Returns the end of a transaction of a history. */
        public static Turn endOf(History history, int txn) {
            return new Turn(txn, history.endOp(txn) - history.firstOp(txn) + 1);
        }

        /** Returns whether the statement begins its transaction. */
        public boolean isBegin() {
            return step == 0;
        }

        /** Returns whether the statement ends its transaction in this history. */
        public boolean isEnd(History history) {
            return equals(endOf(history, txn));
        }

        /** Returns the op's id in this history, for a turn that is neither begin nor end. */
        public int op(History history) {
            return history.firstOp(txn) + step - 1;
        }

        /** Returns the observed time: that of a begin or end, for an op as if all were spread evenly between them. */
        public double observedNanos(History history) {
            double apart = (double) (history.endNanos(txn) - history.startNanos(txn))
                    / endOf(history, txn).step();
            return history.startNanos(txn) + apart * step;
        }

        /** Returns a text such as {@code T0.1} for step 1 of transaction 0. */
        @Override
        public String toString() {
            return "T" + txn + "." + step;
        }
    }

    /** Returns the observed order: begins and ends by their times, ops spread evenly between them. */
    public static StatementOrder observed(History history) {
        var turns = new ArrayList<Turn>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int step = 0; step <= Turn.endOf(history, txn).step(); step++) {
                turns.add(new Turn(txn, step));
            }
        }
        // Stable, so a transaction without duration keeps its order.
        turns.sort(Comparator.comparingDouble(turn -> turn.observedNanos(history)));
        return new StatementOrder(turns);
    }

    /**
     * Returns whether the order has each statement of the history once, those of each transaction in its own order.
     * Costs O(turns).
     */
    public boolean isOf(History history) {
        int[] done = new int[history.txnCount()];
        for (Turn turn : turns) {
            if (turn.txn() >= done.length || turn.step() != done[turn.txn()]) {
                return false;
            }
            done[turn.txn()]++;
        }
        for (int txn = 0; txn < done.length; txn++) {
            if (done[txn] != history.endOp(txn) - history.firstOp(txn) + 2) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether no order is prescribed. */
    public boolean isFree() {
        return turns.isEmpty();
    }

    /** Returns a text such as {@code T0.0 T1.0 T0.1}. */
    @Override
    public String toString() {
        return turns.stream().map(Turn::toString).collect(Collectors.joining(" "));
    }
}
