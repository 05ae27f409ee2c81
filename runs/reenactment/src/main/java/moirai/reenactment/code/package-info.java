/**
 * Replays directed cases with the application's own methods: loads their classes, makes their arguments from the
 * model's numbers, and holds each statement that they execute until the case has it next. What they execute has to be
 * what the case says; where it is not, that is said.
 *
 * <p>Nothing here changes the application's classes, and nothing is guessed: an argument that cannot be made is an
 * error.
 *
 * <p>Start reading at {@link moirai.reenactment.code.CodeReplay}.
 */
@NullMarked
package moirai.reenactment.code;

import org.jspecify.annotations.NullMarked;
