package moirai.clients;

import moirai.history.Txn;
import moirai.history.TxnPlan;

/** One session: one connection that runs one plan at a time. Used by one thread. */
public interface Client extends AutoCloseable {

    /**
     * Runs the plan as one transaction and returns what was seen. After an indeterminate outcome the session is over:
     * the caller closes this client and opens another with a new session number.
     */
    Txn run(TxnPlan plan);

    /** Ends the session; never throws for a connection that is already gone. */
    @Override
    void close();
}
