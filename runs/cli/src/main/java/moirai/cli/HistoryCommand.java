package moirai.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code moirai history}, which holds the commands that treat a history as a file. */
@Command(
        name = "history",
        description = "Writes recorded histories in other formats, and others' in ours.",
        synopsisSubcommandLabel = "COMMAND")
final class HistoryCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: expected export or import");
    }
}
