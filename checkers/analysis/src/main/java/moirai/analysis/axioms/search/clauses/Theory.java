package moirai.analysis.axioms.search.clauses;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The meaning of the literals of a {@link ClauseSearch} beyond clauses. Literals 2v and 2v + 1 say that v is true or
 * false.
 */
public interface Theory {

    /**
     * Takes a literal as true.
     *
     * @param conflict if it cannot be, is filled with literals taken so far, of which it is one, that cannot all be
     * true
     * @return whether it could be taken
     */
    boolean take(int literal, IntArrayList conflict);

    /** Takes back the literal that was taken last. */
    void takeBack();

    /** Returns a number under which the theory remembers why its last conflict is one. */
    int lastLemma();
}
