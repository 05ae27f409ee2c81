package moirai.exploration;

import java.util.List;

/**
 * A transaction of a behaviour.
 *
 * @param session from 0
 * @param name what it does
 * @param steps reads and writes, in order
 * @param isCommitted whether its writes count
 * @param reply what its client was told
 * @param failure what was thrown; empty if nothing was
 */
public record ExploredTxn(
        int session, String name, List<ExploredStep> steps, boolean isCommitted, Object reply, String failure) {

    public ExploredTxn {
        steps = List.copyOf(steps);
    }
}
