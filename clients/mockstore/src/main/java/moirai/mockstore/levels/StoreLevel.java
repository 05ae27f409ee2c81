package moirai.mockstore.levels;

import moirai.history.level.IsolationLevel;

/** A level of the mock store: one of the literature, defined by axioms, or one as a product gives it. */
public sealed interface StoreLevel permits ProductLevel, StoreLevel.OfAxioms {

    /** Returns the strongest level of the lattice that every history of the store satisfies. */
    IsolationLevel guarantee();

    /**
     * Returns whether statements read from snapshots of their own and lock the rows that they change. Then what happens
     * depends on the order of statements alone, and transactions have to overlap.
     */
    default boolean isByStatement() {
        return this instanceof ProductLevel;
    }

    /**
     * Returns whether a transaction that locks a row sees what the previous holder of the lock has committed, as each
     * statement of PostgreSQL's READ COMMITTED does. With the snapshot of a transaction that need not be so.
     */
    default boolean followsHolders() {
        return !isByStatement()
                && !guarantee().implies(IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION)
                && !guarantee().implies(IsolationLevel.SERIALIZABLE);
    }

    /** A level that allows everything that its axioms allow. */
    record OfAxioms(IsolationLevel guarantee) implements StoreLevel {}

    /** Returns the level that is defined by the axioms of a level of the lattice. */
    static StoreLevel of(IsolationLevel level) {
        return new OfAxioms(level);
    }
}
