/** Each invariant of TPC-C holds after serial runs and notices harm. */
@NullMarked
package moirai.programs.tpcc.invariants;

import org.jspecify.annotations.NullMarked;
