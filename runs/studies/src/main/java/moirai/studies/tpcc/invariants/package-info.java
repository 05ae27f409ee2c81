/**
 * The twenty-one invariants of TPC-C by which Rahmani and others, CLOTHO (2019), table 3, compare directed with random
 * tests: the twelve conditions of clause 3.3.2, two of them in both directions, and seven that compare the tables with
 * a log of what was executed. Must not know how the executions came about.
 */
@NullMarked
package moirai.studies.tpcc.invariants;

import org.jspecify.annotations.NullMarked;
