/** The commands that treat a history as a file. Start reading at {@code HistoryCommand}. */
@NullMarked
package moirai.cli.histories;

import org.jspecify.annotations.NullMarked;
