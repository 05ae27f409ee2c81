/**
 * Limits of time and memory on a check: what is proven when they are reached is said, and nothing else. It must not
 * judge: a verdict depends on the history and on steps, and a limit only ends the work.
 */
@NullMarked
package moirai.cli.budget;

import org.jspecify.annotations.NullMarked;
