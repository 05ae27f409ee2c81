package moirai.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How wide the terminal is, by the program that every Unix has for it. */
final class TerminalWidth {

    private static final int COLUMNS_DEFAULT = 80;
    private static final int COLUMNS_MIN = 40;
    private static final Pattern SIZE = Pattern.compile("\\d+ (\\d{1,4})");

    private TerminalWidth() {}

    /** Its columns; 80 if nobody can tell. */
    static int columns() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (InputStream answer = stty.getInputStream()) {
                Matcher size = SIZE.matcher(new String(answer.readAllBytes(), StandardCharsets.UTF_8).strip());
                return size.matches() ? Math.max(COLUMNS_MIN, Integer.parseInt(size.group(1))) : COLUMNS_DEFAULT;
            }
        } catch (IOException absent) {
            return COLUMNS_DEFAULT;
        }
    }
}
