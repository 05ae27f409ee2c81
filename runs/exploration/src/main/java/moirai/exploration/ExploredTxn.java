package moirai.exploration;

import java.util.List;

/**
 * A transaction of a behaviour.
 *
 * @param session from 0
 * @param name the transaction in a few words
 * @param steps reads and writes, in order
 * @param isCommitted whether it committed
 * @param reply the reply to its client
 * @param failure the text of the thrown error; empty if none was thrown
 */
public record ExploredTxn(
        int session, String name, List<ExploredStep> steps, boolean isCommitted, Object reply, String failure) {

    public ExploredTxn {
        steps = List.copyOf(steps);
    }
}
