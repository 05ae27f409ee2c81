package moirai.clients.memory;

import moirai.history.Txn;
import moirai.history.TxnPlan;

/** Where a simulation's events go, in the order in which they happen. */
public interface TxnSink {

    /** A session is about to send the first op of a plan. */
    void begin(int session, TxnPlan plan, long nanos);

    /** A session's transaction, the one it began last, has ended. */
    void end(Txn txn);
}
