package moirai.clients;

import moirai.history.Txn;
import moirai.history.TxnPlan;

/** One session: one connection that runs one plan at a time. Used by one thread. */
public interface Client extends AutoCloseable {

    /**
     * Returns the part of a plan that this session can run as one transaction. Databases without transactions of any
     * ops on any keys run a part of it; the rest is run by nobody. The part begins with the plan's first op; a plan of
     * reads alone is cut after some op.
     */
    default TxnPlan feasible(TxnPlan plan) {
        return plan;
    }

    /**
     * Runs the plan, all of which is {@linkplain #feasible feasible}, as one transaction and returns what was seen.
     * When the session is then no longer {@linkplain #isOpen open}, the caller closes this client and opens another
     * with a new session number.
     *
     * @throws IllegalStateException if the session is over
     */
    Txn run(TxnPlan plan);

    /**
     * Returns whether the session can run another plan. A session is over after an indeterminate outcome, after {@link
     * #close}, and when its connection was lost, which may leave a proven abort.
     */
    boolean isOpen();

    /**
     * Returns whether the session is over because its node refuses requests at once. The next session there would be
     * refused too, thousands of times a second, so the caller waits a while before it opens one. A conflict with other
     * transactions is no refusal, and no reason to end a session.
     */
    default boolean isRefused() {
        return false;
    }

    /** Ends the session; never throws for a connection that is already gone. */
    @Override
    void close();
}
