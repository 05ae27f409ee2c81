/**
 * Whether executions of any length are serializable, and under which levels: proofs, refutations, and neither.
 *
 * <p>A proof asks the solver about a few transactions at a time among any number of others, and says what it rests on.
 * What it cannot show is not proven, which is no refutation; that takes an execution.
 *
 * <p>Start reading at {@link moirai.directed.proof.Prover}, then {@link moirai.directed.proof.ShortestPath} and
 * {@link moirai.directed.proof.Induction}.
 */
@NullMarked
package moirai.directed.proof;

import org.jspecify.annotations.NullMarked;
