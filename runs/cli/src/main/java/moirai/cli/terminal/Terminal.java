package moirai.cli.terminal;

import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine;

/**
 * The outputs of a command: results go to {@code out}, progress to {@code err}.
 *
 * @param isInteractive whether a person watches, who can be shown a moving bar
 * @param isQuiet whether to show results alone
 */
public record Terminal(PrintWriter out, PrintWriter err, boolean isInteractive, boolean isQuiet) {

    /**
     * Returns a writer for messages while a dashboard may be drawn: the dashboard is erased first, and drawn again
     * below the message.
     */
    public PrintWriter aside() {
        return isInteractive ? new PrintWriter(new Aside(err), true) : err;
    }

    private static final class Aside extends Writer {

        private final PrintWriter err;

        Aside(PrintWriter err) {
            this.err = err;
        }

        @Override
        public void write(char[] buffer, int from, int length) {
            err.print("\u001b[J");
            err.write(buffer, from, length);
        }

        @Override
        public void flush() {
            err.flush();
        }

        @Override
        public void close() {
            err.flush();
        }
    }

    /**
     * Returns the terminal of a command.
     *
     * @param isInteractive whether a person watches; false if progress is written to a file
     */
    public static Terminal of(CommandLine command, boolean isInteractive, boolean isQuiet) {
        boolean isShown = isInteractive && TerminalSize.now().isPresent();
        return new Terminal(command.getOut(), command.getErr(), isShown, isQuiet);
    }
}
