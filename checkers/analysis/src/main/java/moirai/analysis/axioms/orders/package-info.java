/**
 * The orders that a history shows by itself, in the forms in which the deciders look them up: chains of transactions,
 * the writers of a key by chain, and real time. Nothing here depends on an axiom or decides anything.
 */
@NullMarked
package moirai.analysis.axioms.orders;

import org.jspecify.annotations.NullMarked;
