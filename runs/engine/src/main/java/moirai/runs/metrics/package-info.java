/**
 * The figures of a run while it goes, for monitoring: in Prometheus' text format, served on the loopback address or
 * written to a file. The package must not slow the run, and no failure in here may change a verdict.
 */
@NullMarked
package moirai.runs.metrics;

import org.jspecify.annotations.NullMarked;
