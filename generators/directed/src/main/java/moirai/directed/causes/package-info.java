/**
 * The causes of anomalies: what one transaction does that lets them occur, and the kind of each in the field's words.
 * Many cycles of conflicts have one cause. Must not search, and must not know sources.
 *
 * <p>Start reading at {@link moirai.directed.causes.CauseFinder}.
 */
@NullMarked
package moirai.directed.causes;

import org.jspecify.annotations.NullMarked;
