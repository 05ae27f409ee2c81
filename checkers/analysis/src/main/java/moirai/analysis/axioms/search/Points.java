package moirai.analysis.axioms.search;

import moirai.analysis.axioms.Axiom;

/**
 * The vertices that stand for transactions.
 *
 * <p>A level whose readers read from a prefix of the commit order has two for each: the snapshot, at which everything
 * before becomes visible, and the commit. Serializable transactions happen at one point. Update atomicity and cursor
 * stability speak of a relation between transactions, not of prefixes: one vertex each.
 *
 * <p>So does parallel snapshot isolation, which forbids cycles with at most one rw edge. So each transaction has two
 * vertices. Edges that are none of rw join first vertices with first ones, and second with second. An rw edge leads
 * from a first vertex to a second, and so does each transaction from its first to its own second. No edge leads back: a
 * path from a transaction over an rw edge to its own second vertex is a violation, though no cycle of the graph.
 */
record Points(Axiom axiom, int txnCount) {

    boolean areSplit() {
        return axiom == Axiom.PREFIX || axiom == Axiom.SNAPSHOT;
    }

    /** Returns whether each transaction has a second vertex, for paths with one reader that does not see the next. */
    boolean areLayered() {
        return axiom == Axiom.PARALLEL_SNAPSHOT;
    }

    /** Returns whether a reader sees a relation between transactions, and not what commits before some place. */
    boolean isRelational() {
        return axiom == Axiom.PARALLEL_SNAPSHOT || axiom.isDirect();
    }

    private boolean arePairs() {
        return areSplit() || areLayered();
    }

    int count() {
        return arePairs() ? 2 * txnCount : txnCount;
    }

    int snapshot(int txn) {
        return arePairs() ? 2 * txn : txn;
    }

    int commit(int txn) {
        return areSplit() ? 2 * txn + 1 : snapshot(txn);
    }

    /** Returns the point of a writer that comes after the commit of an earlier writer of the same key. */
    int afterWriter(int txn) {
        return axiom == Axiom.SNAPSHOT ? 2 * txn : commit(txn);
    }

    /** Returns the point of a writer that comes after the snapshots of those who do not see what it wrote. */
    int unseen(int txn) {
        return areLayered() ? 2 * txn + 1 : commit(txn);
    }

    boolean isCommit(int point) {
        return point < count() && commit(txn(point)) == point;
    }

    /** Returns whether the vertex stands for a transaction, and not for a set of edges. */
    boolean isPoint(int vertex) {
        return vertex < count();
    }

    int txn(int point) {
        return arePairs() ? point >> 1 : point;
    }
}
