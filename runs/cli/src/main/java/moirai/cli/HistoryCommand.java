package moirai.cli;

import moirai.cli.options.TypedCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai history}, which holds the commands that treat a history as a file. */
@Command(
        name = "history",
        description = "Writes recorded histories in other formats, and others' in ours.",
        synopsisSubcommandLabel = "COMMAND")
final class HistoryCommand implements Runnable {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Override
    public void run() {
        throw command.incomplete();
    }
}
