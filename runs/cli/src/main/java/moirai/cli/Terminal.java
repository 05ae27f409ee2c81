package moirai.cli;

import java.io.PrintWriter;
import picocli.CommandLine;

/**
 * Where a command shows things: results on {@code out}, how it goes on {@code err}.
 *
 * @param isInteractive whether a person watches, who can be shown a moving bar
 * @param isQuiet whether to show results alone
 */
record Terminal(PrintWriter out, PrintWriter err, boolean isInteractive, boolean isQuiet) {

    static Terminal of(CommandLine command, Context context, boolean isQuiet) {
        return new Terminal(command.getOut(), command.getErr(), context.isTerminal(), isQuiet);
    }
}
