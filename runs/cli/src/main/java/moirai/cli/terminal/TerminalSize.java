package moirai.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The size of the terminal that messages go to, queried by {@code stty}, which every Unix has. */
record TerminalSize(int columns, int rows) {

    /** The size that most terminals have at least, used if the size is unknown. */
    static final TerminalSize DEFAULT = new TerminalSize(80, 24);

    private static final int COLUMNS_MIN = 20;
    private static final int ROWS_MIN = 4;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,4}) (\\d{1,4})");

    /**
     * The command that queries the size. It reads the terminal from its input, which is our error output, where our
     * messages, and so the dashboard, go.
     */
    private static final String QUESTION = "stty size <&2 2>/dev/null";

    TerminalSize {
        columns = Math.max(COLUMNS_MIN, columns);
        rows = Math.max(ROWS_MIN, rows);
    }

    /** Returns the current size; empty if messages go to no terminal, as with {@code 2>log}. Starts a process. */
    static Optional<TerminalSize> now() {
        try {
            Process stty = new ProcessBuilder("sh", "-c", QUESTION)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (InputStream answer = stty.getInputStream()) {
                return parse(new String(answer.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    /** Returns the size from rows and columns; a terminal that does not know its own size answers 0 for each. */
    static Optional<TerminalSize> parse(String answer) {
        Matcher size = SIZE.matcher(answer.strip());
        if (!size.matches()) {
            return Optional.empty();
        }
        int rows = Integer.parseInt(size.group(1));
        int columns = Integer.parseInt(size.group(2));
        return Optional.of(rows == 0 || columns == 0 ? DEFAULT : new TerminalSize(columns, rows));
    }
}
