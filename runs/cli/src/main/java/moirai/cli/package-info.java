/**
 * The command line: arguments in, text and an exit code out. No other package knows a terminal.
 *
 * <p>It parses, shows and explains; {@code moirai.runs} decides what is run, kept and judged.
 *
 * <p>Start reading at {@link moirai.cli.Moirai}, then {@link moirai.cli.RunCommand}.
 */
@NullMarked
package moirai.cli;

import org.jspecify.annotations.NullMarked;
