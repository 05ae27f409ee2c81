/** Dependency graphs over dense ids, their strongly connected components, and the orders of sessions and real time. */
@NullMarked
package moirai.analysis.graph;

import org.jspecify.annotations.NullMarked;
