package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;
import moirai.history.History;

/**
 * A part of a stream as a history: founders, transactions that have ended and are not released, and announced ones of
 * which only the plan is known, in this order.
 *
 * @param announced the first of the announced transactions
 * @param serials for each transaction that is not announced how many had arrived before it
 * @param effects the founders of unknown outcome that are known to have taken effect, whatever this window shows
 * @param untilNanos the time at or after which everything begins that is not in the window as it was
 */
record StreamWindow(
        History history, int founders, int announced, LongArrayList serials, BitSet effects, long untilNanos) {

    /** Returns how many transactions had arrived before this one. */
    long serial(int txn) {
        return serials.getLong(txn);
    }
}
