package moirai.analysis.axioms.proof;

/** Why a {@link Witness} has no commit order; all ids are those of its own history. */
public sealed interface Proof {

    /** Every commit order would have to contradict itself. */
    record Found(Contradiction contradiction) implements Proof {}

    /**
     * Every order of the transactions that keeps their times was tried, with every write that a read may have returned.
     *
     * @param circumstance what more was tried, a clause that begins with a comma, or nothing
     */
    record Exhaustive(String circumstance) implements Proof {}

    /**
     * No proof was found that a person could follow: the transactions alone are the witness.
     *
     * @param reason a clause without a full stop
     */
    record Missing(String reason) implements Proof {}
}
