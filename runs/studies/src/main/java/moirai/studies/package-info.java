/**
 * Benchmarks behind every claim about speed. {@code scripts/benchmark} runs them; each build runs every one once with
 * tiny inputs, so that they keep working. Measurements of whole processes have scripts of their own: {@code overhead},
 * {@code check-cost}, {@code check-scaling}, {@code check-levels}, {@code shrinking-cost}, {@code hard-histories}.
 */
@NullMarked
package moirai.studies;

import org.jspecify.annotations.NullMarked;
