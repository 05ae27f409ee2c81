package moirai.cli.terminal;

import java.io.PrintWriter;
import picocli.CommandLine;

/**
 * Where a command shows things: results on {@code out}, how it goes on {@code err}.
 *
 * @param isInteractive whether a person watches, who can be shown a moving bar
 * @param isQuiet whether to show results alone
 */
public record Terminal(PrintWriter out, PrintWriter err, boolean isInteractive, boolean isQuiet) {

    /** The terminal of a command.
     *
     * @param isInteractive whether a person watches
     */
    public static Terminal of(CommandLine command, boolean isInteractive, boolean isQuiet) {
        return new Terminal(command.getOut(), command.getErr(), isInteractive, isQuiet);
    }
}
