package moirai.mockstore.rules;

import moirai.analysis.axioms.proof.Refutation;

/** A reason why a pending transaction may not read a key from one of its writers. */
public sealed interface Objection {

    /** No commit order that includes the read satisfies the axiom. */
    record Refuted(Refutation refutation) implements Objection {}

    /** The reader has to see another transaction, which overwrote the value. */
    record Overwritten(int overwriter, Sight sight) implements Objection {}

    /**
     * The source is, or sees, a transaction that the reader may not see because it overwrote an earlier read of the
     * reader.
     */
    record SeesTooMuch(Earlier earlier) implements Objection {}

    /**
     * The reader has to see a transaction that overwrote one of its earlier reads, so it cannot commit, whatever else
     * it reads.
     */
    record CannotCommit(Earlier earlier, Sight sight) implements Objection {}

    /** The source committed after the reader's statement had begun, and only a row that is locked is read newer. */
    record CommittedLater() implements Objection {}

    /**
     * The reader's writes have no possible place after the source: at each place they would overwrite what another
     * transaction has read.
     */
    record NoPlace() implements Objection {}

    /**
     * An earlier read of the reader.
     *
     * @param overwriter the first transaction that wrote the key after the source
     */
    record Earlier(int key, int source, int overwriter) {}
}
