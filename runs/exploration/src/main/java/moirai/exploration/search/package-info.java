/**
 * The search: histories as lists of transactions that know their causal past, the demands of levels as bit masks, and
 * the swaps of the paper. It knows programs only by {@link moirai.exploration.search.TxnRunner}.
 */
@NullMarked
package moirai.exploration.search;

import org.jspecify.annotations.NullMarked;
