/** TPC-C's consistency conditions, broken by directed replays and by random runs: {@code scripts/tpcc-invariants}. */
@NullMarked
package moirai.studies.tpcc;

import org.jspecify.annotations.NullMarked;
