/**
 * Reproduces anomalies of abstract programs on databases: sets up the rows of a scenario, calls its transactions with
 * their arguments from sessions of their own, holds each statement until its turn, and decides whether the results are
 * those that the scenario predicts.
 *
 * <p>On the mock store each read is dictated, which shows for every scenario that the store's level allows it; on other
 * databases whole transactions are interleaved, and the database may prevent the anomaly. Nothing here searches for
 * anomalies, and nothing is retried.
 *
 * <p>Start reading at {@link moirai.reenactment.DirectedCase}, then {@link moirai.reenactment.DirectedReplay}.
 */
@NullMarked
package moirai.reenactment;

import org.jspecify.annotations.NullMarked;
