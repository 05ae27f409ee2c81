package moirai.cli.faults;

import moirai.cli.options.TypedCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai nemesis}, which holds the commands about faults. */
@Command(name = "nemesis", description = NemesisCommand.SUMMARY, synopsisSubcommandLabel = "COMMAND")
public final class NemesisCommand implements Runnable {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Faults: which there are, what a seed would do, what a run did; undoes what one left.";

    @Mixin
    private TypedCommand command = new TypedCommand();

    private NemesisCommand() {}

    /** Returns the command with its subcommands. */
    public static CommandLine commandLine() {
        return new CommandLine(new NemesisCommand())
                .addSubcommand(new NemesisListCommand())
                .addSubcommand(new NemesisPlanCommand())
                .addSubcommand(new NemesisJournalCommand())
                .addSubcommand(new NemesisHealCommand());
    }

    @Override
    public void run() {
        throw command.incomplete();
    }
}
