package moirai.analysis.axioms.search;

import java.util.BitSet;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.orders.RealtimeSweep;

/**
 * One history, one level, and what every stage looks up.
 *
 * @param interrupted transactions that keep no order with others of their session, though the level asks for it
 */
record Problem(
        KeyValueHistory history,
        AxiomaticLevel level,
        BitSet interrupted,
        Accesses accesses,
        Points points,
        RealtimeSweep realtime) {

    /** Stands for no transaction of the session. */
    static final int NONE = -1;

    static Problem of(KeyValueHistory history, AxiomaticLevel level) {
        return of(history, level, new BitSet());
    }

    static Problem of(KeyValueHistory history, AxiomaticLevel level, BitSet interrupted) {
        return new Problem(
                history,
                level,
                interrupted,
                new Accesses(history),
                new Points(level.axiom(), history.txnCount()),
                level.order() == BaseOrder.REALTIME ? RealtimeSweep.of(history) : RealtimeSweep.unknown(history));
    }

    boolean keepsSessions() {
        return level.order() != BaseOrder.NONE;
    }

    /** Returns the transaction of the same session that has to come directly before, or {@link #NONE}. */
    int predecessor(int txn) {
        if (!keepsSessions() || history.position(txn) == 0 || interrupted.get(txn)) {
            return NONE;
        }
        int before = history.txnAt(history.session(txn), history.position(txn) - 1);
        return interrupted.get(before) ? NONE : before;
    }
}
