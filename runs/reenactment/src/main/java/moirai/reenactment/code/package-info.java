/**
 * Replays directed cases with the application's own methods: loads their classes, makes their arguments from the
 * model's numbers, and holds each executed statement until the case has it next. The executed statements have to be
 * those of the case; a difference is reported.
 *
 * <p>Nothing here changes the application's classes, and nothing is guessed: an argument that cannot be made is an
 * error.
 *
 * <p>Start reading at {@link moirai.reenactment.code.CodeReplay}.
 */
@NullMarked
package moirai.reenactment.code;

import org.jspecify.annotations.NullMarked;
