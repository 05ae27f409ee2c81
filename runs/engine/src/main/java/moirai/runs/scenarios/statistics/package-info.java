/**
 * How much a few attempts say: rates with intervals, a comparison of two, and a test that ends as soon as it can.
 *
 * <p>Distributions and tests are those of Apache Commons Statistics; what is ours is which one fits which way of
 * counting. An attempt that could not be judged is in no rate.
 */
@NullMarked
package moirai.runs.scenarios.statistics;

import org.jspecify.annotations.NullMarked;
