/**
 * Executes abstract programs on numbers: the results of a scenario's statements, the final rows, the dependencies
 * between statements, and the outcome of the same calls one after the other. Knows no database; the search for
 * scenarios must not depend on it, so that each can be checked against the other.
 *
 * <p>Start reading at {@link moirai.directed.execution.Execution}.
 */
@NullMarked
package moirai.directed.execution;

import org.jspecify.annotations.NullMarked;
