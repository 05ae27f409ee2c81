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

    /** A level that allows everything that its axioms allow. */
    record OfAxioms(IsolationLevel guarantee) implements StoreLevel {}

    /** Returns the level that is defined by the axioms of a level of the lattice. */
    static StoreLevel of(IsolationLevel level) {
        return new OfAxioms(level);
    }
}
