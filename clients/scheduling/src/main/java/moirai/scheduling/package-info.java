/**
 * JDBC connections that hold each statement and each COMMIT of a session until its turn, for code that wants
 * transactions to meet in an order that was chosen beforehand.
 *
 * <p>A {@link moirai.scheduling.Schedule} says which steps come before which. A {@link moirai.scheduling.TurnControl}
 * lets the steps of one attempt go accordingly. Since databases block, a session that does not return from a step is
 * overtaken. A {@link moirai.scheduling.HeldSession} puts a session's connection behind the control. This package must
 * not know what statements mean, open a connection, or judge what was seen.
 *
 * <p>Start reading at {@link moirai.scheduling.TurnControl}.
 */
@NullMarked
package moirai.scheduling;

import org.jspecify.annotations.NullMarked;
