/** Directed replays break TPC-C's invariants; random runs break fewer. */
@NullMarked
package moirai.studies.tpcc;

import org.jspecify.annotations.NullMarked;
