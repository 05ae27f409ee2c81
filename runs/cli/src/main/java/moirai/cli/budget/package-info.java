/**
 * Limits of time and memory on a check. When a limit is reached, the command reports what is proven by then and nothing
 * else. The package must not judge: a verdict depends on the history and on steps, and a limit only ends the work.
 */
@NullMarked
package moirai.cli.budget;

import org.jspecify.annotations.NullMarked;
