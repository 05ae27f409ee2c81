package moirai.studies.keyvalue;

import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/**
 * An operation from the view of its client.
 *
 * @param session from 0
 * @param request of the client
 * @param reply to the client, or {@link GaveUp#GAVE_UP}
 * @param txns its transactions in the store, including aborted ones
 * @param began the turn in which it began
 * @param ended the turn in which it ended; a call that began in a greater turn began after this one had ended
 */
public record Call(int session, Object request, Object reply, IntList txns, int began, int ended) {

    public Call {
        txns = IntLists.unmodifiable(txns);
    }

    /** Returns whether the operation was completed, so that its reply is meaningful. */
    public boolean isDone() {
        return reply != GaveUp.GAVE_UP;
    }

    /** Returns whether this call had ended when the other began. */
    public boolean isBefore(Call other) {
        return ended < other.began;
    }
}
