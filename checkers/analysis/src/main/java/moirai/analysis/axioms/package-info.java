/**
 * Levels as axioms over a commit order, for histories of any key-value kind.
 *
 * <p>The framework is that of Biswas, Enea, "On the Complexity of Checking Transactional Consistency" (2019): a history
 * is a set of transactions with an order within sessions and a write-read relation; it satisfies a level if there is a
 * total order of its transactions, the <b>commit order</b>, that extends both and in which nobody reads a value that
 * was overwritten by something visible to the reader. What is visible is the {@linkplain moirai.analysis.axioms.Axiom
 * axiom} of the level. Here are the words of that framework and the independent check of a commit order; deciding
 * whether one exists is the business of the packages below.
 */
@NullMarked
package moirai.analysis.axioms;

import org.jspecify.annotations.NullMarked;
