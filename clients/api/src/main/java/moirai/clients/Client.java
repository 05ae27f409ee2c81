package moirai.clients;

import moirai.history.Txn;
import moirai.history.TxnPlan;

/** One session: one connection that runs one plan at a time. Used by one thread. */
public interface Client extends AutoCloseable {

    /**
     * The part of a plan that this session can run as one transaction, for a database that has no transactions of any
     * ops on any keys. It begins with the plan's first op; of reads alone it is all those up to some op. What is left
     * out is run by nobody.
     */
    default TxnPlan feasible(TxnPlan plan) {
        return plan;
    }

    /**
     * Runs the plan, all of which is {@linkplain #feasible feasible}, as one transaction and returns what was seen.
     * When the session is then no longer {@linkplain #isOpen open}, the caller closes this client and opens another
     * with a new session number.
     *
     * @throws IllegalStateException if the session is over, or the database returned what is no list
     */
    Txn run(TxnPlan plan);

    /**
     * Whether the session can run another plan. It is over after an indeterminate outcome, after {@link #close}, and
     * when its connection was lost, which may leave a proven abort.
     */
    boolean isOpen();

    /**
     * Whether the session is over because its place refuses, at once, what it is asked: then the next one there would
     * meet the same, thousands of times a second, and whoever opens it waits a while. A conflict with others is no
     * refusal, and no reason to end a session.
     */
    default boolean isRefused() {
        return false;
    }

    /** Ends the session; never throws for a connection that is already gone. */
    @Override
    void close();
}
