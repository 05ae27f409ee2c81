package moirai.mockstore.rules;

import moirai.analysis.axioms.proof.Refutation;

/** Why a pending transaction may not read a key from one of its writers. */
public sealed interface Objection {

    /** With that read, no commit order satisfies the axiom. */
    record Refuted(Refutation refutation) implements Objection {}

    /** The reader has to see another transaction, which overwrote the value. */
    record Overwritten(int overwriter, Sight sight) implements Objection {}

    /** The reader may not see what overwrote an earlier read of its; but the source sees it, or is it. */
    record SeesTooMuch(Earlier earlier) implements Objection {}

    /** The reader has to see what overwrote an earlier read of its: it cannot commit, whatever else it reads. */
    record CannotCommit(Earlier earlier, Sight sight) implements Objection {}

    /** Wherever its writes are put after that source, somebody has read what they would overwrite. */
    record NoPlace() implements Objection {}

    /**
     * A read that the reader has done.
     *
     * @param overwriter the first that wrote the key after the source
     */
    record Earlier(int key, int source, int overwriter) {}
}
