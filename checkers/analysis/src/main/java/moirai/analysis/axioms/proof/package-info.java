/**
 * Proofs, short enough for a person to follow, that no commit order exists.
 *
 * <p>A decider answers with suspects: transactions for which no commit order exists, often thousands. {@link
 * moirai.analysis.axioms.proof.Minimizer} reduces them to a {@link moirai.analysis.axioms.proof.Witness} in which every
 * transaction, read and write is needed; {@link moirai.analysis.axioms.proof.Prover} finds a short proof that it has no
 * commit order; {@code moirai.analysis.explanation} puts it in words. Nothing here decides whether a history
 * satisfies a level, and nothing here is fast on large histories but the minimizer.
 */
@NullMarked
package moirai.analysis.axioms.proof;

import org.jspecify.annotations.NullMarked;
