/**
 * The search for cycles of conflicts that a program's transactions can form at their levels: the anomalies, each once,
 * with an execution that shows it.
 *
 * <p>Start reading at {@link moirai.directed.search.AnomalySearch}.
 */
@NullMarked
package moirai.directed.search;

import org.jspecify.annotations.NullMarked;
