/**
 * Benchmarks behind every claim about speed. {@code scripts/benchmark} runs them; each build runs every one once with
 * tiny inputs, so that they cannot rot.
 */
@NullMarked
package moirai.benchmarks;

import org.jspecify.annotations.NullMarked;
