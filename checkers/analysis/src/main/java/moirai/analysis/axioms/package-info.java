/**
 * Levels as axioms over a commit order, for histories of any key-value kind.
 *
 * <p>The framework is that of Biswas, Enea, "On the Complexity of Checking Transactional Consistency" (2019): a history
 * is a set of transactions with an order within sessions and a write-read relation; it satisfies a level if there is a
 * total order of its transactions, the <b>commit order</b>, that extends both and in which nobody reads a value that
 * was overwritten by something visible to the reader. What is visible is the {@linkplain moirai.analysis.axioms.Axiom
 * axiom} of the level. Here are the words of that framework and the independent check of a commit order.
 *
 * <p>Start reading at {@link moirai.analysis.axioms.Axiom} and {@link moirai.analysis.axioms.KeyValueHistory}. Whether
 * a commit order exists is decided below: by {@code saturation} up to causal, by {@code search} beyond, for a whole
 * history through {@code moirai.analysis.validation.Validator}, and by {@code incremental} for a history that grows.
 * Where the order of versions is known, as on lists, the history holds it, and the same deciders keep to it.
 * {@code proof} makes a violation small and says why it is one.
 */
@NullMarked
package moirai.analysis.axioms;

import org.jspecify.annotations.NullMarked;
