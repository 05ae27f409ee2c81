package moirai.cli.bisecting;

import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai bisect}, which holds the commands that find the commit that broke something. */
@Command(name = "bisect", description = BisectCommand.SUMMARY)
public final class BisectCommand implements Runnable {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY = "Helps git bisect with failures that do not show every time.";

    @Mixin
    private TypedCommand command = new TypedCommand();

    private BisectCommand() {}

    /** Returns the command with its subcommands. */
    public static CommandLine commandLine(RunCommands runs) {
        return new CommandLine(new BisectCommand()).addSubcommand(new BisectStepCommand(runs));
    }

    @Override
    public void run() {
        throw command.incomplete();
    }
}
