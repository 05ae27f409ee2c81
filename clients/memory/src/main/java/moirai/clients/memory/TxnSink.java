package moirai.clients.memory;

import moirai.history.Txn;
import moirai.history.TxnPlan;

/** The receiver of a simulation's events, in the order in which they happen. */
public interface TxnSink {

    /** Tells that a session is about to send the first op of a plan. */
    void begin(int session, TxnPlan plan, long nanos);

    /** Tells that a session's transaction, the one it began last, has ended. */
    void end(Txn txn);
}
