/**
 * The statistics of small numbers of attempts: rates with intervals, a comparison of two, and a test that ends as soon
 * as it can.
 *
 * <p>Distributions and tests are those of Apache Commons Statistics; this package decides which one fits which way of
 * counting. An attempt that could not be judged is part of no rate.
 */
@NullMarked
package moirai.runs.scenarios.statistics;

import org.jspecify.annotations.NullMarked;
