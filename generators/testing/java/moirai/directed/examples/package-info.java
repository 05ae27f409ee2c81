/**
 * Example programs that were written by hand: the textbook's anomalies and small applications, for tests and replays,
 * and the factory methods to write more of them.
 */
@NullMarked
package moirai.directed.examples;

import org.jspecify.annotations.NullMarked;
