/**
 * JDBC connections that hold each statement and each COMMIT of each session until its turn, for whoever wants
 * transactions to meet in an order that was chosen beforehand.
 *
 * <p>A {@link moirai.scheduling.Schedule} says which steps come before which. A {@link moirai.scheduling.TurnControl}
 * lets the steps of one attempt go accordingly, and knows that databases block: who does not come back from a step is
 * overtaken. A {@link moirai.scheduling.HeldSession} puts a session's connection behind it. Nothing here knows what the
 * statements mean, opens a connection, or judges what was seen.
 *
 * <p>Start reading at {@link moirai.scheduling.TurnControl}.
 */
@NullMarked
package moirai.scheduling;

import org.jspecify.annotations.NullMarked;
