package moirai.cli.installing;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.runs.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai uninstall}, which removes what {@code moirai install} has made. */
@Command(
        name = "uninstall",
        description = UninstallCommand.SUMMARY,
        footer = "Example: ${ROOT-COMMAND-NAME} uninstall --into ~/bin")
public final class UninstallCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Removes what install has made, and nothing else: what was changed since stays.";

    private final Map<String, String> environment;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(names = "--into", paramLabel = "DIR", description = "As of install. Default: below your home directory.")
    private Path into = Path.of("");

    /**
     * Creates the command.
     *
     * @param environment the variables of the process
     */
    public UninstallCommand(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() throws IOException {
        Places places = Places.of(command.has("--into") ? into : Places.linksDefault(environment), environment);
        Installation.Undone undone = new Installation(places.list()).uninstall();
        PrintWriter out = command.out();
        undone.removed().forEach(path -> out.println("removed    " + path));
        undone.left().forEach(path -> out.println("left       " + path + ", which has changed since"));
        if (undone.removed().isEmpty() && undone.left().isEmpty()) {
            out.println("nothing is installed: there is no " + places.list());
        }
        out.flush();
        return ExitCode.VALID.code();
    }
}
