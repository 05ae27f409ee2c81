/**
 * The search for cycles of dependencies: their classes, the shortest cycle of each, and orders of unread writes that
 * add none. Everything here is iterative and primitive. Start reading at {@link moirai.analysis.cycles.CycleFinder}.
 */
@NullMarked
package moirai.analysis.cycles;

import org.jspecify.annotations.NullMarked;
