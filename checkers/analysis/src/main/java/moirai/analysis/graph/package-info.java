/** Dependency graphs over dense ids, and the search for their cycles. Everything here is iterative and primitive. */
@NullMarked
package moirai.analysis.graph;

import org.jspecify.annotations.NullMarked;
