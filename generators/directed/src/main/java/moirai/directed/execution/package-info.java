/**
 * Runs abstract programs on numbers: what a scenario's statements return and leave, who depends on whom, and what the
 * same calls would leave one after the other. Knows no database; the search for scenarios must not depend on it, so
 * that each can be held against the other.
 *
 * <p>Start reading at {@link moirai.directed.execution.Execution}.
 */
@NullMarked
package moirai.directed.execution;

import org.jspecify.annotations.NullMarked;
