package moirai.analysis.axioms.incremental;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * The edges that every commit order has to extend, and their transitive closure.
 *
 * <p>A chain is a set of transactions that the base order orders: a session, or a single transaction where the base
 * order is none. What precedes a transaction is closed under the predecessors in a chain, so that a count for each
 * chain is all there is to know.
 *
 * <ol>
 *   <li>An edge that follows from the others is not kept.
 *   <li>Any other is added to the successors of its source, and what precedes the source is passed on to the target,
 *       and from there along the edges for as long as that is news.
 * </ol>
 *
 * <p>Invariant: a precedes b in the clocks exactly if a path leads from a to b; there are no cycles, which the caller
 * sees to. Cost of an edge: O(chains) for every transaction that learns something, amortised over a history at most
 * O(transactions × chains) for each of the edges out of it; of a question: O(1).
 */
final class CommitGraph {

    private final boolean isChained;
    private final IntArrayList chain = new IntArrayList();
    private final IntArrayList place = new IntArrayList();
    private final List<IntArrayList> txnsByChain = new ArrayList<>();
    private final List<IntArrayList> successors = new ArrayList<>();
    private final GrowingClocks before = new GrowingClocks();
    private final IntArrayList news = new IntArrayList();

    /**
     * An empty graph.
     *
     * @param isChained whether the transactions of a session are ordered
     */
    CommitGraph(boolean isChained) {
        this.isChained = isChained;
    }

    /** Adds the next transaction, after its predecessor in the chain. */
    void add(int session) {
        int txn = chain.size();
        int of = isChained ? session : txn;
        while (txnsByChain.size() <= of) {
            txnsByChain.add(new IntArrayList(isChained ? 10 : 1));
        }
        IntArrayList txns = txnsByChain.get(of);
        chain.add(of);
        place.add(txns.size() + 1);
        successors.add(new IntArrayList(4));
        before.add();
        if (!txns.isEmpty()) {
            require(txns.topInt(), txn);
        }
        txns.add(txn);
    }

    int chainCount() {
        return txnsByChain.size();
    }

    int chain(int txn) {
        return chain.getInt(txn);
    }

    /** Returns the transaction's place in its chain, from 1. */
    int place(int txn) {
        return place.getInt(txn);
    }

    int txnAt(int ofChain, int at) {
        return txnsByChain.get(ofChain).getInt(at - 1);
    }

    /** Returns whether every commit order has the one transaction strictly before the other. O(1). */
    boolean precedes(int txn, int other) {
        return before.count(other, chain.getInt(txn)) >= place.getInt(txn);
    }

    /** Returns how many of the chain's first transactions precede the transaction in every commit order. O(1). */
    int precedingCount(int txn, int ofChain) {
        return before.count(txn, ofChain);
    }

    /** Returns the targets of the transaction's edges, for reading only, without edges that follow from others. */
    IntArrayList successors(int txn) {
        return successors.get(txn);
    }

    /** Raises the counts to what precedes the transaction, and to the transaction. O(chains). */
    void joinInto(int[] counts, int txn) {
        before.joinInto(counts, txn);
        counts[chain(txn)] = Math.max(counts[chain(txn)], place(txn));
    }

    /** Adds an edge, which must not close a cycle. */
    void require(int txn, int later) {
        if (precedes(txn, later)) {
            return;
        }
        successors.get(txn).add(later);
        pass(txn, later);
        while (!news.isEmpty()) {
            int changed = news.popInt();
            IntArrayList next = successors.get(changed);
            for (int i = 0; i < next.size(); i++) {
                pass(changed, next.getInt(i));
            }
        }
    }

    private void pass(int txn, int later) {
        boolean isNews = before.join(later, txn);
        isNews |= before.raise(later, chain.getInt(txn), place.getInt(txn));
        if (isNews && !successors.get(later).isEmpty()) {
            news.add(later);
        }
    }
}
