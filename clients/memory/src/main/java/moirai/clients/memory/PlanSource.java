package moirai.clients.memory;

import java.util.Iterator;
import moirai.history.TxnPlan;

/** The plans of the sessions of a simulation. */
public interface PlanSource {

    /** Returns whether there is another plan; once there is none, there never will be. */
    boolean hasNext();

    /**
     * Returns the next plan.
     *
     * @param slot of the session that will run it, from 0; a session that replaces another has its slot
     */
    TxnPlan next(int slot);

    /** Returns a source that gives each plan to whoever asks first. */
    static PlanSource of(Iterator<TxnPlan> plans) {
        return new PlanSource() {
            @Override
            public boolean hasNext() {
                return plans.hasNext();
            }

            @Override
            public TxnPlan next(int slot) {
                return plans.next();
            }
        };
    }
}
