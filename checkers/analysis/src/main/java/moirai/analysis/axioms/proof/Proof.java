package moirai.analysis.axioms.proof;

/** Why a {@link Witness} has no commit order; all ids are those of its own history. */
public sealed interface Proof {

    /** Every commit order would have to contradict itself. */
    record Found(Contradiction contradiction) implements Proof {}

    /**
     * No proof was found that a person could follow: the transactions alone are the witness.
     *
     * @param reason a clause without a full stop
     */
    record Missing(String reason) implements Proof {}
}
