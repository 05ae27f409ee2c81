package moirai.analysis.listappend;

import java.util.function.IntConsumer;
import moirai.analysis.graph.StartOrder;

/**
 * The turns of transactions in real time. In the order of their begins each transaction waits for those that ended
 * before the first one which began later than their end: they are counted for it, and whoever stands behind it waits
 * too. So a pointer into that order, which stops where somebody is waited for, gives the turns. Without real time
 * nobody waits.
 */
final class Turns {

    private final StartOrder starts;
    private final boolean isKept;
    /** The number of transactions for which the one at each rank waits; see {@link StartOrder}. */
    private final int[] unended;

    private int given;

    /** @param isKept whether real time counts */
    Turns(StartOrder starts, boolean isKept) {
        this.starts = starts;
        this.isKept = isKept;
        this.unended = new int[starts.size() + 1];
    }

    /** Adds one to what each transaction waits for: its turn. */
    void count(int[] waitsFor) {
        for (int rank = 0; rank < starts.size(); rank++) {
            waitsFor[starts.txn(rank)]++;
            if (isKept) {
                unended[starts.firstAfterEnd(rank)]++;
            }
        }
    }

    /** Gives the first turns. */
    void begin(IntConsumer turn) {
        while (given < starts.size() && unended[given] == 0) {
            turn.accept(starts.txn(given++));
        }
    }

    /** Notes that a transaction is in the order, and gives the turns that waited for it. */
    void end(int txn, IntConsumer turn) {
        if (isKept) {
            int rank = starts.firstAfterEnd(starts.rank(txn));
            if (--unended[rank] == 0 && rank == given) {
                begin(turn);
            }
        }
    }
}
