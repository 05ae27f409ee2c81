/**
 * How long transactions take, and when they are due.
 *
 * <p>Without a rate a session begins when it has ended the last, so a database that stops for a second delays what
 * would have come in that second, and no figure shows it: coordinated omission (Tene, "How NOT to Measure Latency",
 * 2015). With a rate transactions are due at constant intervals, and the time is measured from when they were due.
 */
@NullMarked
package moirai.runs.latency;

import org.jspecify.annotations.NullMarked;
