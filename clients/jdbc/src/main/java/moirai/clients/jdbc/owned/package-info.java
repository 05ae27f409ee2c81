/**
 * The objects that Moirai makes in a database which others may use: the tables of a run, and the schemas of programs
 * and of directed replays. This package alone knows by which names, comments and locks they are ours. It makes them
 * with their mark, keeps other processes away from them as long as they are used, drops them, and finds what a killed
 * process has left.
 *
 * <p>It must never drop an object that lacks the comment, or one that a living process uses.
 *
 * <p>Start reading at {@link moirai.clients.jdbc.owned.Owned}.
 */
@NullMarked
package moirai.clients.jdbc.owned;

import org.jspecify.annotations.NullMarked;
