/**
 * The programs whose behaviours are explored: sessions of transactions over keys and values, as lambdas. Start at
 * {@link moirai.exploration.program.Program}.
 */
@NullMarked
package moirai.exploration.program;

import org.jspecify.annotations.NullMarked;
