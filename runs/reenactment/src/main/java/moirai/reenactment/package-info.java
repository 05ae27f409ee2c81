/**
 * Makes anomalies that were found in abstract programs happen on databases: sets up the rows of a scenario, calls its
 * transactions with their arguments from sessions of their own, holds each statement until its turn, and says whether
 * what was returned and left is what the scenario predicts.
 *
 * <p>On the mock store each read is dictated, so that every scenario can be shown that the store's level allows; on
 * other databases whole transactions are interleaved, and the database may prevent it. Nothing here searches for
 * anomalies, and nothing is retried.
 *
 * <p>Start reading at {@link moirai.reenactment.DirectedCase}, then {@link moirai.reenactment.DirectedReplay}.
 */
@NullMarked
package moirai.reenactment;

import org.jspecify.annotations.NullMarked;
