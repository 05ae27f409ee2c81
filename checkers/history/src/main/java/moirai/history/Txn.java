package moirai.history;

import java.util.List;

/**
 * One transaction as one client session saw it.
 *
 * <p>The interval is closed: on a clock that may return the same reading twice, two transactions that touch at an end
 * point have to count as concurrent, or the realtime order would contain edges that nobody observed.
 *
 * @param session the session that ran it, from 0
 * @param ops the plan's ops in order; a read that was not answered keeps {@link Elements#UNKNOWN}
 * @param startNanos just before the first send, in nanoseconds since the run began
 * @param endNanos just after the last receive, on the same clock; not before {@code startNanos}
 */
public record Txn(int session, List<Op> ops, Outcome outcome, long startNanos, long endNanos) {

    public Txn {
        ops = List.copyOf(ops);
        if (session < 0) {
            throw new IllegalArgumentException("session " + session + " is negative");
        }
        if (endNanos < startNanos) {
            throw new IllegalArgumentException(
                    "ends at " + endNanos + " ns, before it starts at " + startNanos + " ns");
        }
    }
}
