/**
 * TPC-C: a wholesale supplier's orders, payments and deliveries (TPC Benchmark C, Standard Specification, revision
 * 5.11), with the twelve consistency conditions of its clause 3.3.2 as assertions.
 *
 * <p>Departures: the scale is a parameter, and small by default. Foreign keys are not declared. The ORDER table is
 * called {@code orders}, because ORDER is a keyword of SQL. A delivery serves all districts in one transaction (clause
 * 2.7.2 leaves that open). Must not know the database that it runs on.
 */
@NullMarked
package moirai.programs.tpcc;

import org.jspecify.annotations.NullMarked;
