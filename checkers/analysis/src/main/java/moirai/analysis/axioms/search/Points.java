package moirai.analysis.axioms.search;

import moirai.analysis.axioms.Axiom;

/**
 * The vertices that stand for transactions.
 *
 * <p>A level whose readers read from a prefix of the commit order has two for each: the snapshot, at which everything
 * before becomes visible, and the commit. Serializable transactions happen at one point, and parallel snapshot
 * isolation, update atomicity and cursor stability speak of a relation between transactions, not of prefixes: one
 * vertex each.
 */
record Points(Axiom axiom, int txnCount) {

    boolean areSplit() {
        return axiom == Axiom.PREFIX || axiom == Axiom.SNAPSHOT;
    }

    /** Returns whether a reader sees a relation between transactions, and not what commits before some place. */
    boolean isRelational() {
        return axiom == Axiom.PARALLEL_SNAPSHOT || axiom.isDirect();
    }

    int count() {
        return areSplit() ? 2 * txnCount : txnCount;
    }

    int snapshot(int txn) {
        return areSplit() ? 2 * txn : txn;
    }

    int commit(int txn) {
        return areSplit() ? 2 * txn + 1 : txn;
    }

    /** Returns the point of a writer that comes after the commit of an earlier writer of the same key. */
    int afterWriter(int txn) {
        return axiom == Axiom.SNAPSHOT ? 2 * txn : commit(txn);
    }

    boolean isCommit(int point) {
        return point < count() && (!areSplit() || (point & 1) == 1);
    }

    /** Returns whether the vertex stands for a transaction, and not for a set of edges. */
    boolean isPoint(int vertex) {
        return vertex < count();
    }

    int txn(int point) {
        return areSplit() ? point >> 1 : point;
    }
}
