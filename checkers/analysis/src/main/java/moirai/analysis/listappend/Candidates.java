package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * The transactions of a window that nothing which is still to come has to precede, in real time, and whose place among
 * the versions of their keys is known. O(ops).
 */
final class Candidates {

    private static final int ANY_LENGTH = Integer.MAX_VALUE;

    private final ListWindow.Frame frame;
    private final History history;
    private final Inference inference;
    private final BitSet effective = new BitSet();
    private final IntArrayList withoutEffect = new IntArrayList();
    private final Followers followers;

    /** Finds the candidates. */
    Candidates(ListWindow.Frame frame, Inference inference) {
        this.frame = frame;
        this.history = inference.history();
        this.inference = inference;
        this.followers = new Followers(inference, frame.founders());
        Int2IntOpenHashMap doubtful = appendedByLateAborts();
        int[] settled = {};
        boolean isSettledKnown = false;
        for (int txn = frame.founders(); txn < frame.announced(); txn++) {
            Outcome outcome = history.outcome(txn);
            if (outcome.isIndeterminate() && inference.reads().isEffective(txn) && !isSettledKnown) {
                settled = settledLengths();
                isSettledKnown = true;
            }
            if (isCandidate(txn, outcome, doubtful, settled)) {
                if (inference.reads().isEffective(txn)) {
                    effective.set(txn);
                    followers.look(txn);
                } else {
                    withoutEffect.add(txn);
                }
            }
        }
    }

    /** Returns those that took effect. */
    BitSet effective() {
        return effective;
    }

    /** Returns those among them that are released behind somebody on whom they do not depend. */
    Followers followers() {
        return followers;
    }

    /** Returns the others: aborted ones, and those of which nothing can be read any more. */
    IntArrayList withoutEffect() {
        return withoutEffect;
    }

    private boolean isCandidate(int txn, Outcome outcome, Int2IntOpenHashMap doubtful, int[] settled) {
        return switch (outcome) {
            case Outcome.Committed committed ->
                history.endNanos(txn) < frame.watermarkNanos()
                        && (frame.patience().isOld(txn) || appendsWereRead(txn))
                        && (doubtful.isEmpty() || !readsDoubtful(txn, doubtful));
            case Outcome.Aborted aborted -> history.endNanos(txn) < frame.watermarkNanos();
            case Outcome.Indeterminate indeterminate ->
                history.startNanos(txn) < frame.watermarkNanos()
                        && (inference.reads().isEffective(txn)
                                ? (frame.patience().isOld(txn) || (wasReadBefore(txn, settled) && appendsWereRead(txn)))
                                        && (doubtful.isEmpty() || !readsDoubtful(txn, doubtful))
                                : canNoLongerBeRead(txn));
        };
    }

    /** Decides whether reads show the place of every append of the transaction to a key that is not leaving. */
    private boolean appendsWereRead(int txn) {
        VersionOrders orders = inference.orders();
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isAppend(op)) {
                int key = history.key(op);
                boolean wasRead = orders.position(op) >= 0 && orders.position(op) < orders.traceLength(key);
                if (!wasRead && !frame.patience().isLeaving(key)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean canNoLongerBeRead(int txn) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isAppend(op) && !frame.patience().isLeaving(history.key(op))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns for keys the place of the first element of a transaction that aborted after the watermark. Who read it
     * waits until both can be judged together: no dependency leads from one to the other.
     */
    private Int2IntOpenHashMap appendedByLateAborts() {
        var first = new Int2IntOpenHashMap();
        first.defaultReturnValue(ANY_LENGTH);
        for (int txn = frame.founders(); txn < frame.announced(); txn++) {
            boolean isLate =
                    history.endNanos(txn) >= frame.watermarkNanos() && history.outcome(txn) instanceof Outcome.Aborted;
            for (int op = history.firstOp(txn); isLate && op < history.endOp(txn); op++) {
                if (history.isAppend(op)) {
                    int key = history.key(op);
                    int place =
                            inference.orders().isWhole(key) ? inference.orders().position(op) : 0;
                    if (place >= 0) {
                        first.put(key, Math.min(first.get(key), place));
                    }
                }
            }
        }
        return first;
    }

    private boolean readsDoubtful(int txn, Int2IntOpenHashMap firstDoubtful) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (!history.isAppend(op)
                    && history.isAnswered(op)
                    && history.length(op) > firstDoubtful.get(history.key(op))) {
                return true;
            }
        }
        return false;
    }

    /** Returns for each key the length of its longest read by a transaction that committed before the watermark. */
    private int[] settledLengths() {
        int[] lengths = new int[history.keyCount()];
        for (int txn = 0; txn < frame.announced(); txn++) {
            boolean isSettled =
                    history.endNanos(txn) < frame.watermarkNanos() && history.outcome(txn) instanceof Outcome.Committed;
            for (int op = history.firstOp(txn); isSettled && op < history.endOp(txn); op++) {
                if (!history.isAppend(op) && history.isAnswered(op)) {
                    lengths[history.key(op)] = Math.max(lengths[history.key(op)], history.length(op));
                }
            }
        }
        return lengths;
    }

    /**
     * Decides whether a transaction of unknown outcome was read by somebody who precedes all that is still to come. If
     * not, what comes may rightly precede it.
     */
    private boolean wasReadBefore(int txn, int[] lengths) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            int place = history.isAppend(op) ? inference.orders().position(op) : -1;
            if (place >= 0 && place < lengths[history.key(op)]) {
                return true;
            }
        }
        return false;
    }

    /**
     * Transactions of a window with broken reads: of an intermediate version, of garbage, of what aborted, or in
     * another order than others read. No dependency leads to them from who appended what they read. They are released
     * with those others or behind them: such a read may be all that shows that the others took effect, and all have to
     * be there when the anomaly is judged.
     */
    static final class Followers {

        private final Inference inference;
        private final History history;
        private final int founders;
        private final BitSet txns = new BitSet();
        private final IntArrayList reads = new IntArrayList();
        private final ReadChecks.Contradictions contradictions;

        /** Takes one edge, from an op of another transaction to the read that follows it. */
        @FunctionalInterface
        interface Edges {
            void take(int before, int reader);
        }

        /** @param founders the number of transactions that were released before, so that nobody waits for them */
        Followers(Inference inference, int founders) {
            this.inference = inference;
            this.history = inference.history();
            this.contradictions = new ReadChecks.Contradictions(inference);
            this.founders = founders;
        }

        /** Looks at a transaction. O(its ops), and for each broken read the elements that it shows. */
        void look(int txn) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (!history.isAppend(op) && history.isAnswered(op) && !inference.dependsOnItsSource(op)) {
                    int before = reads.size();
                    int read = op;
                    forEachEdgeOf(read, (source, reader) -> reads.add(read));
                    reads.size(Math.min(reads.size(), before + 1));
                    if (reads.size() > before) {
                        txns.set(txn);
                    }
                }
            }
        }

        /** Returns those that follow somebody who is not released. */
        BitSet txns() {
            return txns;
        }

        /** Calls for each broken read of a follower all those, by their ops, whom it follows. */
        void forEachEdge(Edges edges) {
            reads.forEach(read -> forEachEdgeOf(read, edges));
        }

        private void forEachEdgeOf(int read, Edges edges) {
            Writes writes = inference.writes();
            int list = history.list(read);
            for (int i = 0; i < history.length(read); i++) {
                offer(writes.appendOf(list, i), read, edges);
            }
            int contradicted = contradictions.firstOf(read);
            offer(contradicted == ReadChecks.NONE ? Writes.UNKNOWN : contradicted, read, edges);
        }

        private void offer(int op, int read, Edges edges) {
            if (op != Writes.UNKNOWN) {
                int txn = inference.writes().txn(op);
                boolean isOther = txn != inference.writes().txn(read);
                if (isOther && txn >= founders && inference.reads().isEffective(txn)) {
                    edges.take(op, read);
                }
            }
        }
    }
}
