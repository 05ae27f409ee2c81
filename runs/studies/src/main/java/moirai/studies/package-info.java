/**
 * Benchmarks behind every claim about speed. {@code scripts/benchmark} runs them; each build runs every one once with
 * tiny inputs, so that they cannot rot. What is measured as a whole process has a script of its own: {@code overhead},
 * {@code check-cost}, {@code check-scaling}, {@code shrinking-cost}, {@code hard-histories}.
 */
@NullMarked
package moirai.studies;

import org.jspecify.annotations.NullMarked;
