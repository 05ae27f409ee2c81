package moirai.cli.installing;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import moirai.cli.options.TypedCommand;
import moirai.runs.ExitCode;
import moirai.runs.report.OwnCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai install}, which makes {@code moirai} a command of the user's shell. */
@Command(
        name = "install",
        description = {
            InstallCommand.SUMMARY,
            "Replaces no file that it has not made. Run it again after an update, for new options to be completed."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} install --into ~/bin")
public final class InstallCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Links scripts/moirai into a folder of your PATH, with the completion of shells and a manual page.";

    private final Map<String, String> environment;
    private final Optional<Path> script;
    private final Supplier<CommandLine> whole;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--into",
            paramLabel = "DIR",
            description = "The folder of the link. Default: ~/.local/bin, or ~/bin if that alone is on the PATH.")
    private Path into = Path.of("");

    /**
     * Creates the command.
     *
     * @param environment the variables of the process
     * @param script the path of the script that started it; empty if none did
     * @param whole makes the command line with every command
     */
    public InstallCommand(Map<String, String> environment, Optional<Path> script, Supplier<CommandLine> whole) {
        this.environment = Map.copyOf(environment);
        this.script = script;
        this.whole = whole;
    }

    @Override
    public Integer call() throws IOException {
        Path target = script.filter(Files::isExecutable)
                .orElseThrow(() -> command.refused(
                        "a jar cannot be linked: expected scripts/moirai install, in a working copy of Moirai"))
                .toRealPath();
        Places places = Places.of(command.has("--into") ? into : Places.linksDefault(environment), environment);
        if ((places.links() + " " + places.data() + " " + target).chars().anyMatch(Character::isISOControl)) {
            throw command.refused("--into: the name of a folder has a line feed or a tab; expected one without");
        }
        CommandLine all = whole.get().setCommandName(OwnCommand.PLAIN);
        var texts = new LinkedHashMap<Path, String>();
        texts.put(places.bashCompletion(), AutoComplete.bash(OwnCommand.PLAIN, all));
        texts.put(places.zshCompletion(), zsh(places.bashCompletion()));
        texts.put(places.manual(), ManualPage.of(all));
        new Installation(places.list()).install(new Item.Link(places.link(), target), texts);
        PrintWriter out = command.out();
        out.println("linked     " + places.link() + " to " + target);
        texts.keySet().forEach(file -> out.println("written    " + file));
        out.println("PATH       " + path(places));
        out.println("zsh        completes if ~/.zshrc has, before compinit: fpath=("
                + places.zshCompletion().getParent() + " $fpath)");
        out.println("undo       " + OwnCommand.line("uninstall")
                + (command.has("--into") ? " --into " + places.links() : ""));
        out.flush();
        return ExitCode.VALID.code();
    }

    private String path(Places places) {
        return Places.isSearched(places.links(), environment)
                ? "has " + places.links() + ": type moirai"
                : "lacks " + places.links() + ": add to ~/.profile: export PATH=\"" + places.links() + ":$PATH\"";
    }

    /** Returns a function of zsh that loads the completion of bash, which works in both. */
    private static String zsh(Path bash) {
        return """
                #compdef moirai
                autoload -U +X bashcompinit && bashcompinit
                source '%s'
                _bash_complete -o default -F _complete_moirai
                """.formatted(bash.toString().replace("'", "'\\''"));
    }
}
