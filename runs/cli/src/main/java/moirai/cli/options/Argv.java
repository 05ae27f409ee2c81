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
        List<String> harmless = redacted(typed);
        for (int i = 0; i < harmless.size(); i++) {
            String argument = harmless.get(i);
            if (argument.equals("--seed")) {
                i++;
            } else if (!argument.startsWith("--seed=")) {
                kept.add(argument);
            }
        }
        kept.add("--seed");
        kept.add(seed.toString());
        return List.copyOf(kept);
    }

    /** Returns the arguments with no password. */
    public static List<String> redacted(List<String> typed) {
        var harmless = new ArrayList<String>();
        String before = "";
        for (String argument : typed) {
            harmless.add(before.equals(AnomalyOptions.URL) ? Secrets.server(argument) : redacted(argument));
            before = argument;
        }
        return List.copyOf(harmless);
    }

    private static String redacted(String argument) {
        String url = AnomalyOptions.URL + "=";
        if (argument.startsWith(url)) {
            return url + Secrets.server(argument.substring(url.length()));
        }
        return argument.contains("://") ? Secrets.redacted(argument) : argument;
    }

    /** Returns the arguments as a line for the shell of the user. */
    public static String line(List<String> arguments) {
        return ShellLine.here(arguments);
    }
}
