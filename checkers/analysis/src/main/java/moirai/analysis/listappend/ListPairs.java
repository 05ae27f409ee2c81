package moirai.analysis.listappend;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.CycleBasis;
import moirai.analysis.Dependency;
import moirai.analysis.OpPair;
import moirai.history.History;

/**
 * Finds the ops on lists that order two transactions. What reads prove is inferred for the keys of the transactions
 * that are asked about: again, with one pass over the history, where others are asked about than before.
 */
public final class ListPairs implements OpPair.Finder {

    private final History history;
    private final Set<Integer> around;
    private Inference.OfKeys known;

    /**
     * Prepares for a history. O(ops + elements of lists).
     *
     * @param around transactions that will be asked about; others may be, which costs as much again
     */
    public ListPairs(History history, Collection<Integer> around) {
        this.history = history;
        this.around = new TreeSet<>(around);
        this.known = Inference.OfKeys.of(history, this.around);
    }

    private Inference.OfKeys about(int txn) {
        if (!known.covers(history, txn)) {
            around.add(txn);
            known = Inference.OfKeys.of(history, around);
        }
        return known;
    }

    /** {@inheritDoc} O(ops of both transactions squared). */
    @Override
    public Optional<OpPair> find(int from, int to, Dependency dependency) {
        about(from);
        return about(to).pair(history, from, to, dependency);
    }

    @Override
    public boolean isUnread(int txn, int appendOp) {
        Inference.OfKeys near = about(txn);
        return near.inference().orders().isUnplaced(near.here(history, txn, appendOp));
    }

    /** Finds the first pair of ops from which the dependency follows. O(ops of both transactions squared). */
    static Optional<OpPair> find(Inference inference, int from, int to, Dependency dependency) {
        History history = inference.history();
        for (int fromOp = history.firstOp(from); fromOp < history.endOp(from); fromOp++) {
            for (int toOp = history.firstOp(to); toOp < history.endOp(to); toOp++) {
                if (shows(inference, fromOp, toOp, dependency)) {
                    return Optional.of(new OpPair(fromOp, toOp, inference.notRecordedBetween(fromOp, toOp)));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the cycle, marked as resting on what nobody recorded if one of its transactions read a list only after
     * others had appended to it that are not in the history. O(ops squared) for each of two transactions.
     */
    static Anomaly.Cycle marked(Inference inference, Anomaly.Cycle cycle) {
        for (int i = 0; i < cycle.txns().size() && !inference.history().isComplete(); i++) {
            int to = cycle.txns().get((i + 1) % cycle.txns().size());
            if (cycle.dependencies().get(i) == Dependency.WRITE_READ
                    && !isReadDirectly(inference, cycle.txns().get(i), to)) {
                return CycleBasis.UNRECORDED.of(cycle);
            }
        }
        return cycle;
    }

    private static boolean isReadDirectly(Inference inference, int from, int to) {
        History history = inference.history();
        return IntStream.range(history.firstOp(from), history.endOp(from))
                .anyMatch(fromOp -> IntStream.range(history.firstOp(to), history.endOp(to))
                        .anyMatch(toOp -> shows(inference, fromOp, toOp, Dependency.WRITE_READ)
                                && inference.notRecordedBetween(fromOp, toOp).isEmpty()));
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

    /** Decides whether the append is the next one from the position on, or may be: nobody read it, nor any other. */
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
