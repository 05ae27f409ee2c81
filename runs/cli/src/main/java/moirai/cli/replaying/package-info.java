/**
 * {@code moirai replay}: makes a case happen again, and keeps in it how often it did. What is done stands in
 * {@code moirai.runs.replay}; here it is told which database to use, and the result is put into words.
 */
@NullMarked
package moirai.cli.replaying;

import org.jspecify.annotations.NullMarked;
