package moirai.cli.campaigns;

import java.util.OptionalInt;
import java.util.function.Supplier;
import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai campaign}, which holds the commands about a matrix of runs. */
@Command(
        name = "campaign",
        description = CampaignCommand.SUMMARY,
        footer = "Example: ${ROOT-COMMAND-NAME} campaign init --db h2,sqlite && ${ROOT-COMMAND-NAME} campaign run")
public final class CampaignCommand implements Runnable {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY = "Runs a matrix of runs that a file describes, night after night.";

    @Mixin
    private TypedCommand command = new TypedCommand();

    private CampaignCommand() {}

    /**
     * Returns the command with its subcommands.
     *
     * @param width the columns of the terminal that answers go to, if they go to one
     */
    public static CommandLine commandLine(RunCommands runs, Supplier<OptionalInt> width) {
        return new CommandLine(new CampaignCommand())
                .addSubcommand(new InitCommand(runs))
                .addSubcommand(new PlanCommand(runs))
                .addSubcommand(new RunNightCommand(runs))
                .addSubcommand(new DiffCommand(runs))
                .addSubcommand(new MergeCommand(runs))
                .addSubcommand(new CampaignQueryCommand(width));
    }

    @Override
    public void run() {
        throw command.incomplete();
    }
}
