package moirai.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import moirai.analysis.Checker;
import moirai.analysis.validation.LevelChecker;
import picocli.CommandLine;

/** The command line inside this process, as a test sees it. */
public final class Cli {

    private final Context context;

    private Cli(Context context) {
        this.context = context;
    }

    /** The exit code and the output of a command that has ended. */
    public record Ended(int code, String out, String err) {

        /** Returns the output on one line, for sentences that are broken at the width of a terminal. */
        public String words() {
            return out.replaceAll("\\s+", " ");
        }
    }

    public static Cli plain() {
        return new Cli(new Context(new LevelChecker(), Map.of(), false));
    }

    /** Returns the command line with every command. */
    public static CommandLine everyCommand() {
        return Moirai.everyCommand(plain().context);
    }

    static Cli with(Checker checker) {
        return new Cli(new Context(checker, Map.of(), false));
    }

    public static Cli with(Map<String, String> environment) {
        return new Cli(new Context(new LevelChecker(), environment, false));
    }

    public Ended run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Moirai.execute(
                Moirai.commandLine(context, arguments)
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true)),
                arguments);
        return new Ended(code, out.toString(), err.toString());
    }
}
