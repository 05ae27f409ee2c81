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
                    && orders.nextInstalled(key, 0) == positionOf(orders, toOp);
        }
        if (history.key(fromOp) != key) {
            return false;
        }
        return switch (dependency) {
            case WRITE_WRITE -> {
                int position = history.isAppend(fromOp) && history.isAppend(toOp) ? orders.position(fromOp) : -1;
                yield position >= 0 && orders.nextInstalled(key, position + 1) == positionOf(orders, toOp);
            }
            case WRITE_READ -> {
                int length = history.isAppend(fromOp) ? readLength(inference, toOp) : -1;
                yield length > 0 && orders.append(key, length - 1) == fromOp;
            }
            case READ_WRITE -> {
                int length = history.isAppend(toOp) ? readLength(inference, fromOp) : -1;
                yield length >= 0 && orders.nextInstalled(key, length) == positionOf(orders, toOp);
            }
            case PREDICATE_READ_WRITE, PROCESS, REALTIME, READ_READ -> false;
        };
    }

    /** Where the append stands; never the -1 that means that there is no next one. */
    private static int positionOf(VersionOrders orders, int appendOp) {
        int position = orders.position(appendOp);
        return position < 0 ? Integer.MIN_VALUE : position;
    }

    private static int readLength(Inference inference, int op) {
        History history = inference.history();
        boolean usable = !history.isAppend(op)
                && history.isAnswered(op)
                && inference.orders().isOrdered(op);
        return usable ? history.length(op) : -1;
    }
}
