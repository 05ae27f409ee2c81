package moirai.generators;

import java.util.ArrayDeque;
import moirai.history.TxnPlan;

/**
 * The plans of one session, drawn from the stream of all. Some recipes have turns: plans that one session runs one
 * after the other. Used by one thread at a time.
 */
public final class SessionPlans {

    private final TxnGenerator stream;
    /** The rest of the turn that the session is in. */
    private final ArrayDeque<TxnPlan> turn = new ArrayDeque<>();

    SessionPlans(TxnGenerator stream) {
        this.stream = stream;
    }

    /** Returns the next plan of the turn, or the first of the next turn. */
    public TxnPlan next() {
        return turn.isEmpty() ? stream.next(turn) : turn.removeFirst();
    }
}
