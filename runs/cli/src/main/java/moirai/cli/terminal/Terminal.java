package moirai.cli.terminal;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * The outputs of a command: results go to {@code out}, progress to {@code err}.
 *
 * @param isInteractive whether a person watches, who can be shown a moving bar
 * @param isQuiet whether to show results alone
 */
public record Terminal(PrintWriter out, PrintWriter err, boolean isInteractive, boolean isQuiet) {

    private static final Pattern COLUMNS = Pattern.compile("[1-9][0-9]{0,3}");

    /**
     * Returns the width of the terminal that results go to; empty if they go to none. The variable {@code COLUMNS}
     * outranks what the terminal says.
     *
     * @param environment the variables of the process
     * @param isTerminal whether a person watches
     */
    public static OptionalInt columns(Map<String, String> environment, boolean isTerminal) {
        String wanted = environment.getOrDefault("COLUMNS", "");
        if (COLUMNS.matcher(wanted).matches()) {
            return OptionalInt.of(Integer.parseInt(wanted));
        }
        return isTerminal
                ? OptionalInt.of(TerminalSize.now().orElse(TerminalSize.DEFAULT).columns())
                : OptionalInt.empty();
    }

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
