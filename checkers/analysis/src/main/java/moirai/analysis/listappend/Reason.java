package moirai.analysis.listappend;

import java.util.Optional;
import moirai.analysis.Dependency;
import moirai.history.History;

/**
 * The two ops that show why one transaction precedes another.
 *
 * @param fromOp an op of the first transaction; meaningless for orders of sessions and real time
 * @param toOp an op of the second
 */
record Reason(int fromOp, int toOp) {

    /** No ops show it. */
    static final Reason NONE = new Reason(Step.NO_OP, Step.NO_OP);

    /** The first pair of ops from which the dependency follows. O(ops of both transactions squared). */
    static Optional<Reason> of(Inference inference, int from, int to, Dependency dependency) {
        History history = inference.history();
        for (int fromOp = history.firstOp(from); fromOp < history.endOp(from); fromOp++) {
            for (int toOp = history.firstOp(to); toOp < history.endOp(to); toOp++) {
                if (shows(inference, fromOp, toOp, dependency)) {
                    return Optional.of(new Reason(fromOp, toOp));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean shows(Inference inference, int fromOp, int toOp, Dependency dependency) {
        History history = inference.history();
        VersionOrders orders = inference.orders();
        int key = history.key(toOp);
        if (dependency == Dependency.PREDICATE_READ_WRITE) {
            return history.isAppend(toOp)
                    && Scans.isAnswered(history, fromOp)
                    && Scans.misses(history, fromOp, key)
                    && isNext(orders, key, 0, toOp);
        }
        if (history.key(fromOp) != key) {
            return false;
        }
        return switch (dependency) {
            case WRITE_WRITE -> {
                int position = history.isAppend(fromOp) ? orders.position(fromOp) : -1;
                yield position >= 0 && history.isAppend(toOp) && isNext(orders, key, position + 1, toOp);
            }
            case WRITE_READ -> {
                int length = history.isAppend(fromOp) ? readLength(inference, toOp) : -1;
                // A transaction without effect may have read more than there is an order for.
                yield length > 0 && length <= orders.count(key) && orders.lastRecorded(key, length) == fromOp;
            }
            case READ_WRITE -> {
                int length = history.isAppend(toOp) ? readLength(inference, fromOp) : -1;
                yield length >= 0 && isNext(orders, key, length, toOp);
            }
            case PREDICATE_READ_WRITE, PROCESS, REALTIME, READ_READ -> false;
        };
    }

    /** Whether the append is the next one from the position on, or may be: nobody read it, nor any other. */
    private static boolean isNext(VersionOrders orders, int key, int position, int appendOp) {
        int next = orders.nextInstalled(key, position);
        return next >= 0 ? next == orders.position(appendOp) : orders.isUnplaced(appendOp);
    }

    private static int readLength(Inference inference, int op) {
        History history = inference.history();
        boolean usable = !history.isAppend(op)
                && history.isAnswered(op)
                && inference.orders().isOrdered(op);
        return usable ? history.length(op) : -1;
    }
}
