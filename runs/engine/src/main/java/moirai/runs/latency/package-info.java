/**
 * The latencies of transactions, and the times at which transactions are due.
 *
 * <p>Without a rate a session begins a transaction when it has ended the last, so a database that stops for a second
 * delays the transactions that would have come in that second, and no figure shows it: coordinated omission (Tene, "How
 * NOT to Measure Latency", 2015). With a rate, or with stages of different rates, transactions are due whatever the
 * database does, and latency is measured from when they were due.
 */
@NullMarked
package moirai.runs.latency;

import org.jspecify.annotations.NullMarked;
