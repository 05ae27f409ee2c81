/** The growing graph of the search, its orders and its cycles. Knows vertices and edges, not transactions. */
@NullMarked
package moirai.analysis.axioms.search.graph;

import org.jspecify.annotations.NullMarked;
