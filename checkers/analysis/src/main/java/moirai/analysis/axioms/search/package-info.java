/**
 * Decides the levels whose decision is NP-complete in general: prefix consistency, parallel snapshot isolation,
 * snapshot isolation and serializability, over each base order.
 *
 * <p>Cheap stages come first, and most histories end there: an order that the recording suggests is verified in linear
 * time; forced edges are added up to the fixed point; only for what is then left a search branches, over the order of
 * pairs of writers, and learns from its conflicts. Every stage counts steps against one budget. Must not read a clock,
 * and must not answer from anything but a verified order or a derivation.
 */
@NullMarked
package moirai.analysis.axioms.search;

import org.jspecify.annotations.NullMarked;
