package moirai.analysis.listappend;

import moirai.analysis.Dependency;

/**
 * One edge of a cycle with its evidence. Transactions and ops are ids in the history.
 *
 * @param fromOp the op of the first transaction that shows it, or {@link #NO_OP}
 * @param toOp the op of the second transaction that shows it, or {@link #NO_OP}
 * @param because why the first precedes the second, in a clause
 */
public record Step(int from, int to, Dependency dependency, int fromOp, int toOp, String because) {

    /** Where no single op shows it, as for the orders of sessions and real time. */
    public static final int NO_OP = -1;
}
