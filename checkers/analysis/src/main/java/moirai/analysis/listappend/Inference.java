package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import moirai.analysis.Dependency;
import moirai.analysis.OpPair;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryBuilder;

/**
 * The facts that reads prove about a history before any anomaly is looked for. Checker and explanations share them.
 */
record Inference(History history, Writes writes, CommittedReads reads, VersionOrders orders) {

    /**
     * Infers the facts. O(ops + elements of lists).
     *
     * @throws IllegalArgumentException if the keys hold registers
     */
    Inference(History history) {
        this(history, txn -> false);
    }

    /**
     * Infers the facts about a part of a history.
     *
     * @param hadEffect decides of a transaction whether the rest of the history proves that it took effect
     */
    Inference(History history, IntPredicate hadEffect) {
        this(requireLists(history), new Writes(history), hadEffect);
    }

    private static History requireLists(History history) {
        if (history.dataModel() != DataModel.LIST_APPEND) {
            throw new IllegalArgumentException("the keys of this history hold "
                    + history.dataModel().plural() + ", and what appends prove can be inferred from lists alone");
        }
        return history;
    }

    private Inference(History history, Writes writes, IntPredicate hadEffect) {
        this(history, writes, new CommittedReads(history, writes, hadEffect));
    }

    private Inference(History history, Writes writes, CommittedReads reads) {
        this(history, writes, reads, new VersionOrders(history, writes, reads));
    }

    /** Names a key whose elements cannot be attributed, in a sentence; empty if all can be. O(such keys). */
    Optional<String> ambiguity() {
        int key = writes.ambiguousKey();
        return key == Writes.UNKNOWN
                ? Optional.empty()
                : Optional.of("key " + history.keyLabel(key)
                        + " was given the same element by two appends, so its reads cannot be attributed");
    }

    /** Decides whether a read of this append is one of an intermediate version, whose overwriter is not inferred. */
    boolean isIntermediate(int readOp, int source) {
        return writes.txn(source) != writes.txn(readOp)
                && orders.position(source) == history.length(readOp) - 1
                && !writes.isFinal(source);
    }

    /**
     * Decides whether the answered read depends on whoever appended what it shows, or shows nothing but what its own
     * transaction knows: if not, no dependency keeps the reader behind them.
     */
    boolean dependsOnItsSource(int readOp) {
        if (!orders.isOrdered(readOp)) {
            return false;
        }
        int source = orders.lastRecorded(history.key(readOp), history.length(readOp));
        return source == Writes.UNKNOWN
                ? history.length(readOp) == 0
                : writes.txn(source) == writes.txn(readOp)
                        || (reads.isEffective(writes.txn(source)) && !isIntermediate(readOp, source));
    }

    /**
     * Returns the elements whose appends are not recorded between what one op of a dependency saw or did of a list and
     * what the other did; none in a complete history. O(elements of the list).
     */
    List<Integer> notRecordedBetween(int fromOp, int toOp) {
        if (history.isComplete()) {
            return List.of();
        }
        int key = history.key(toOp);
        int end = history.isAppend(toOp) && !orders.isUnplaced(toOp) ? orders.position(toOp) : behind(toOp);
        return IntStream.range(behind(fromOp), Math.max(behind(fromOp), end))
                .filter(i -> orders.append(key, i) == Writes.UNKNOWN)
                .mapToObj(i -> orders.element(key, i))
                .toList();
    }

    /** Returns the number of elements of its key's order up to and including what the op read or appended. */
    private int behind(int op) {
        if (history.isScan(op)) {
            return 0;
        }
        if (!history.isAppend(op)) {
            return history.length(op);
        }
        return orders.isUnplaced(op) ? orders.count(history.key(op)) : orders.position(op) + 1;
    }

    /*
     * What is proven of a key follows from all ops on it and from which transactions took effect. A committed or
     * aborted transaction says that itself. An indeterminate one did if another that did read an element of it, on
     * any key: so with an indeterminate transaction on one of the keys, all its keys count, and so on. Transactions
     * keep their order and all their ops, so the n-th op of one is the n-th op here.
     */
    /**
     * The facts about some keys of a history, inferred from the transactions on those keys alone. For a few keys of a
     * long history that is a small part of it.
     */
    static final class OfKeys {

        private final Inference inference;
        /** The keys, by their ids in the whole history, about which the inferred facts are complete. */
        private final BitSet keys;
        /**
         * The transactions of the part, by their ids in the whole history, ascending; the place of each is its id in
         * the part.
         */
        private final int[] txns;

        private OfKeys(Inference inference, BitSet keys, int[] txns) {
            this.inference = inference;
            this.keys = keys;
            this.txns = txns;
        }

        /**
         * Infers the facts about the keys of these transactions. O(ops of the history), and memory as its part needs.
         */
        static OfKeys of(History whole, Collection<Integer> around) {
            requireLists(whole);
            BitSet keys = new BitSet();
            around.forEach(txn -> addKeys(whole, txn, keys));
            closeOverIndeterminate(whole, keys);
            var builder = new HistoryBuilder(whole.header()).labels(whole.labels());
            var txns = new IntArrayList();
            for (int txn = 0; txn < whole.txnCount(); txn++) {
                if (touches(whole, txn, keys)) {
                    builder.add(whole.txn(txn));
                    txns.add(txn);
                }
            }
            return new OfKeys(new Inference(builder.build(whole.isComplete())), keys, txns.toIntArray());
        }

        private static void closeOverIndeterminate(History whole, BitSet keys) {
            int before;
            do {
                before = keys.cardinality();
                for (int txn = 0; txn < whole.txnCount(); txn++) {
                    if (whole.outcome(txn).isIndeterminate() && touches(whole, txn, keys)) {
                        addKeys(whole, txn, keys);
                    }
                }
            } while (keys.cardinality() > before);
        }

        private static void addKeys(History whole, int txn, BitSet keys) {
            for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
                keys.set(whole.key(op));
            }
        }

        private static boolean touches(History whole, int txn, BitSet keys) {
            for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
                if (keys.get(whole.key(op))) {
                    return true;
                }
            }
            return false;
        }

        /** Decides whether the part proves as much about the keys of the transaction as the whole history does. */
        boolean covers(History whole, int txn) {
            for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
                if (!keys.get(whole.key(op))) {
                    return false;
                }
            }
            return true;
        }

        /** Returns the facts about the part. */
        Inference inference() {
            return inference;
        }

        /** Returns the id in the part of an op of the whole history. O(log transactions). */
        int here(History whole, int txn, int op) {
            int place = Arrays.binarySearch(txns, txn);
            return inference.history().firstOp(place) + op - whole.firstOp(txn);
        }

        /** Finds the ops that show why one transaction precedes another, as ops of the whole history. */
        Optional<OpPair> pair(History whole, int from, int to, Dependency dependency) {
            int fromHere = Arrays.binarySearch(txns, from);
            int toHere = Arrays.binarySearch(txns, to);
            if (fromHere < 0 || toHere < 0) {
                // Without ops there is no key, and nothing to show.
                return Optional.empty();
            }
            History part = inference.history();
            return ListPairs.find(inference, fromHere, toHere, dependency)
                    .map(pair -> new OpPair(
                            whole.firstOp(from) + pair.fromOp() - part.firstOp(fromHere),
                            whole.firstOp(to) + pair.toOp() - part.firstOp(toHere),
                            pair.unrecorded()));
        }
    }

    /** Returns the op of each key that reads most of its trace, among those of some transactions; -1 for none. */
    int[] longestReads(IntStream txns) {
        return bestReads(
                txns,
                read -> orders.isOnTrace(history.list(read)),
                (read, known) -> history.length(read) > history.length(known));
    }

    /** Returns the op of each key whose read leaves its trace soonest, among those of some transactions; or -1. */
    int[] readsOffTrace(IntStream txns) {
        return bestReads(
                txns,
                // A list that leaves the trace may begin with a read that does not.
                read -> !orders.isOnTrace(history.list(read)) && commonWithTrace(read) < history.length(read),
                (read, known) -> commonWithTrace(read) < commonWithTrace(known));
    }

    private int[] bestReads(IntStream txns, IntPredicate which, Better better) {
        int[] best = new int[history.keyCount()];
        Arrays.fill(best, -1);
        txns.filter(reads::isEffective).forEach(txn -> {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                int known = best[history.key(op)];
                boolean isRead = !history.isAppend(op) && history.isAnswered(op);
                if (isRead && which.test(op) && (known < 0 || better.test(op, known))) {
                    best[history.key(op)] = op;
                }
            }
        });
        return best;
    }

    /** Decides whether an op is to be taken in place of another one. */
    @FunctionalInterface
    private interface Better {
        boolean test(int op, int known);
    }

    private int commonWithTrace(int read) {
        return orders.commonWithTrace(history.list(read));
    }
}
