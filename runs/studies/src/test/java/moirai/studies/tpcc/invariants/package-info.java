/** Each invariant of TPC-C holds after serial runs and notices harm. */
@NullMarked
package moirai.studies.tpcc.invariants;

import org.jspecify.annotations.NullMarked;
