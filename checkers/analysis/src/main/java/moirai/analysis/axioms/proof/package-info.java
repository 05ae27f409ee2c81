/**
 * Why no commit order exists, so that a person can follow.
 *
 * <p>A decider answers with suspects: transactions for which no commit order exists, often thousands. {@link
 * moirai.analysis.axioms.proof.Minimizer} reduces them to a {@link moirai.analysis.axioms.proof.Witness} in which every
 * transaction, read and write is needed; {@link moirai.analysis.axioms.proof.Prover} finds a short proof that it has no
 * commit order; {@link moirai.analysis.axioms.proof.ProofText} shows it. Nothing here decides whether a history
 * satisfies a level, and nothing here is fast on large histories but the minimizer.
 */
@NullMarked
package moirai.analysis.axioms.proof;

import org.jspecify.annotations.NullMarked;
