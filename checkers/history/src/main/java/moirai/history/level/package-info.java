/**
 * The vocabulary of isolation: levels, the phenomena that they forbid, and which levels imply which.
 *
 * <p>It is data and judges nothing. It stands beside the history model because every part of the house names levels,
 * those that may not depend on the checkers included. Start reading at {@link moirai.history.level.IsolationLevel}.
 */
@NullMarked
package moirai.history.level;

import org.jspecify.annotations.NullMarked;
