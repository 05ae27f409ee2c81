/**
 * The outcomes of many directed cases: replays each and counts the outcomes, for tables and tests. It judges none of
 * them.
 */
@NullMarked
package moirai.reenactment.tally;

import org.jspecify.annotations.NullMarked;
