/**
 * The command {@code moirai replay}, which makes a case happen again, and records in it how often it did. The replay is
 * in {@code moirai.runs.replay}; this package chooses the database, and puts the result into words.
 */
@NullMarked
package moirai.cli.replaying;

import org.jspecify.annotations.NullMarked;
