package moirai.runs.report;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A Moirai command as one line that a shell reads back as the same arguments, even if these come from an untrusted
 * file.
 */
public final class ShellLine {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");

    private ShellLine() {}

    /** Returns the arguments after {@code moirai}, each quoted if a shell could change it; for files. */
    public static String of(List<String> arguments) {
        return of(OwnCommand.PLAIN, arguments);
    }

    /** Returns the same for the terminal of a user, after the words that call Moirai there. */
    public static String here(List<String> arguments) {
        return of(OwnCommand.words(), arguments);
    }

    /** Returns the same after these words, which are quoted already. */
    public static String of(String program, List<String> arguments) {
        var line = new StringBuilder(program);
        for (String argument : arguments) {
            line.append(' ').append(quoted(argument));
        }
        return line.toString();
    }

    static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
