package moirai.analysis.axioms.search;

import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;

/** One history, one level, and what every stage looks up. */
record Problem(KeyValueHistory history, AxiomaticLevel level, Accesses accesses, Points points, Realtime realtime) {

    static Problem of(KeyValueHistory history, AxiomaticLevel level) {
        boolean timed = level.order() == BaseOrder.REALTIME && history.isTimed();
        return new Problem(
                history,
                level,
                new Accesses(history),
                new Points(level.axiom(), history.txnCount()),
                timed ? Realtime.of(history) : Realtime.unknown(history));
    }

    boolean keepsSessions() {
        return level.order() != BaseOrder.NONE;
    }
}
