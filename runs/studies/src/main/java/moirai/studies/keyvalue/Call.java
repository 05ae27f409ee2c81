package moirai.studies.keyvalue;

import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/**
 * One operation as its client saw it.
 *
 * @param session from 0
 * @param request what was asked for
 * @param reply what was told, or {@link GaveUp#GAVE_UP}
 * @param txns of the store that belong to it, those that were aborted included
 * @param began the turn in which it began
 * @param ended the turn in which it ended; a call that began in a greater turn began after this one had ended
 */
public record Call(int session, Object request, Object reply, IntList txns, int began, int ended) {

    public Call {
        txns = IntLists.unmodifiable(txns);
    }

    /** Decides whether the operation was completed, so that its reply means something. */
    public boolean isDone() {
        return reply != GaveUp.GAVE_UP;
    }

    /** Decides whether this call had ended when the other began. */
    public boolean isBefore(Call other) {
        return ended < other.began;
    }
}
