/** Turns the ways of transactions into one abstract program: a list of guarded statements for each transaction. */
@NullMarked
package moirai.observation.programs;

import org.jspecify.annotations.NullMarked;
