package moirai.cli.options;

import java.util.ArrayList;
import java.util.List;
import moirai.history.Seed;
import moirai.runs.report.ShellLine;

/** A command as it was typed, fit to be shown and typed again: without secrets, and with the seed. */
public final class Argv {

    private Argv() {}

    /** Returns the arguments with this seed instead of any other, and with no password. */
    public static List<String> of(List<String> typed, Seed seed) {
        var kept = new ArrayList<String>();
        for (int i = 0; i < typed.size(); i++) {
            String argument = typed.get(i);
            if (argument.equals("--seed")) {
                i++;
            } else if (!argument.startsWith("--seed=")) {
                kept.add(redacted(argument));
            }
        }
        kept.add("--seed");
        kept.add(seed.toString());
        return List.copyOf(kept);
    }

    /** Returns the arguments with no password. */
    public static List<String> redacted(List<String> typed) {
        return typed.stream().map(Argv::redacted).toList();
    }

    private static String redacted(String argument) {
        return argument.contains("jdbc:") ? Secrets.redacted(argument) : argument;
    }

    /** Returns the arguments as a line for a shell. */
    public static String line(List<String> arguments) {
        return ShellLine.of(arguments);
    }
}
