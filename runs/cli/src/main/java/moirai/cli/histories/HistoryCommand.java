package moirai.cli.histories;

import java.util.OptionalInt;
import java.util.function.Supplier;
import moirai.analysis.Checker;
import moirai.cli.options.TypedCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai history}, which holds the commands that treat a history as a file. */
@Command(name = "history", description = HistoryCommand.SUMMARY, synopsisSubcommandLabel = "COMMAND")
public final class HistoryCommand implements Runnable {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Answers questions about histories, writes them in other formats, takes others' in, and says what could"
                    + " have been noticed in them.";

    @Mixin
    private TypedCommand command = new TypedCommand();

    private HistoryCommand() {}

    /**
     * Returns the command with its subcommands.
     *
     * @param checker judges copies of histories
     * @param width the columns of the terminal that answers go to, if they go to one
     */
    public static CommandLine commandLine(Checker checker, Supplier<OptionalInt> width) {
        return new CommandLine(new HistoryCommand())
                .addSubcommand(new QueryCommand(width))
                .addSubcommand(new ExportCommand())
                .addSubcommand(new ImportCommand())
                .addSubcommand(new SalvageCommand())
                .addSubcommand(new TeethCommand(checker));
    }

    @Override
    public void run() {
        throw command.incomplete();
    }
}
