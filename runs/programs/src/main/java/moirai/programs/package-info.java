/**
 * Transactional programs of the literature, each with assertions that hold when transactions run one after the other
 * and that weak isolation breaks; and the harness that runs them many times and counts. Programs must not know which
 * database they run on.
 */
@NullMarked
package moirai.programs;

import org.jspecify.annotations.NullMarked;
