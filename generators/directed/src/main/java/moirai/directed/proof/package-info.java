/**
 * Proofs and refutations that executions of any length are serializable, and the levels under which they are.
 *
 * <p>A proof asks the solver about a few transactions at a time among any number of others, and names its assumptions.
 * A claim that cannot be shown is not proven, which is no refutation; that takes an execution.
 *
 * <p>Start reading at {@link moirai.directed.proof.Prover}, then {@link moirai.directed.proof.ShortestPath} and {@link
 * moirai.directed.proof.Induction}.
 */
@NullMarked
package moirai.directed.proof;

import org.jspecify.annotations.NullMarked;
