/**
 * Transactional programs of the literature, and the harness that runs them many times and counts the broken assertions.
 * The assertions of a program hold after serial executions, and weak isolation breaks them. Programs must not know the
 * database that they run on.
 */
@NullMarked
package moirai.programs;

import org.jspecify.annotations.NullMarked;
