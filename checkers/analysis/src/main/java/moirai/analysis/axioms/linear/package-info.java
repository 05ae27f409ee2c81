/**
 * Linearizability of registers, in time that is nearly linear: what strict serializability is where each transaction
 * uses one key (Herlihy, Wing, "Linearizability: A Correctness Condition for Concurrent Objects", 1990).
 */
@NullMarked
package moirai.analysis.axioms.linear;

import org.jspecify.annotations.NullMarked;
