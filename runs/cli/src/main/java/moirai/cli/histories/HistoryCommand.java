package moirai.cli.histories;

import moirai.cli.options.TypedCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai history}, which holds the commands that treat a history as a file. */
@Command(
        name = "history",
        description = "Writes recorded histories in other formats, others' in ours, and what is whole of damaged ones.",
        synopsisSubcommandLabel = "COMMAND")
public final class HistoryCommand implements Runnable {

    @Mixin
    private TypedCommand command = new TypedCommand();

    private HistoryCommand() {}

    /** Returns the command with its subcommands. */
    public static CommandLine commandLine() {
        return new CommandLine(new HistoryCommand())
                .addSubcommand(new ExportCommand())
                .addSubcommand(new ImportCommand())
                .addSubcommand(new SalvageCommand());
    }

    @Override
    public void run() {
        throw command.incomplete();
    }
}
