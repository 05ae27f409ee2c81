/**
 * The command line: arguments in, text and an exit code out. The only package that knows a terminal.
 *
 * <p>It parses, shows and explains; what is run, kept and judged is decided in {@code moirai.runs}.
 *
 * <p>Start reading at {@link moirai.cli.Moirai}, then {@link moirai.cli.RunCommand}.
 */
@NullMarked
package moirai.cli;

import org.jspecify.annotations.NullMarked;
