package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import moirai.analysis.cycles.Strength;
import moirai.history.History;

/**
 * The part of a history that a {@link SerialOrder} is to order.
 *
 * @param founders the number of transactions, the first ones of the history, that are in the order already
 * @param candidates the transactions that may enter the order now
 * @param strength the orders besides dependencies that are kept to
 */
record OrderScope(int founders, BitSet candidates, Strength strength) {

    /** Returns the scope of a whole history, with sessions and real time. */
    static OrderScope whole(History history) {
        var all = new BitSet();
        all.set(0, history.txnCount());
        return new OrderScope(0, all, Strength.REALTIME);
    }

    /** Returns those of the transactions, which ascend, that are no founders. */
    IntArrayList behindFounders(IntArrayList txns) {
        if (founders == 0) {
            return txns;
        }
        var behind = new IntArrayList(txns.size());
        for (int i = 0; i < txns.size(); i++) {
            if (txns.getInt(i) >= founders) {
                behind.add(txns.getInt(i));
            }
        }
        return behind;
    }
}
