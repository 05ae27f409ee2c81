package moirai.runs.report;

import java.util.List;
import java.util.regex.Pattern;

/** A command of ours as one line that a shell reads back as the same arguments, whoever wrote them. */
public final class ShellLine {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");

    private ShellLine() {}

    /** The arguments behind {@code moirai}, each quoted that a shell could understand otherwise. */
    public static String of(List<String> arguments) {
        var line = new StringBuilder("moirai");
        for (String argument : arguments) {
            line.append(' ').append(quoted(argument));
        }
        return line.toString();
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
