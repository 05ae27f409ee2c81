package moirai.studies;

import moirai.cli.Errors;
import moirai.studies.exploration.ExploreFigures;
import moirai.studies.monkeydb.MockFigures;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** The figures of papers as commands: {@code scripts/mock-figures} and {@code scripts/explore-figures}. */
@Command(
        name = "scripts",
        description = "Measures again what papers have measured.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        subcommands = {MockFigures.class, ExploreFigures.class})
public final class Figures {

    static CommandLine commandLine() {
        return new CommandLine(new Figures()).setParameterExceptionHandler(Errors::ofArguments);
    }

    /** Runs the command that the first argument names, and ends with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }
}
