/**
 * The search itself: histories as lists of transactions that know their causal past, what a level allows in bit masks,
 * and the re-orderings of the paper. It knows no program but through {@link moirai.exploration.search.TxnRunner}.
 */
@NullMarked
package moirai.exploration.search;

import org.jspecify.annotations.NullMarked;
