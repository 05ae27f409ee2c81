package moirai.cli.predicting;

import java.util.Map;
import moirai.cli.options.TypedCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai schedule}, which holds the commands that predict anomalies from source. */
@Command(
        name = "schedule",
        description = ScheduleCommand.SUMMARY,
        footer = {
            "",
            "Try: ${ROOT-COMMAND-NAME} schedule analyze runs/programs/src/main/java/moirai/programs/shop --level RC",
            "     ${ROOT-COMMAND-NAME} schedule run --db h2 --isolation read-committed"
        })
public final class ScheduleCommand implements Runnable {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Finds the anomalies that an application's transactions can suffer, from its source.";

    @Mixin
    private TypedCommand command = new TypedCommand();

    private ScheduleCommand() {}

    /**
     * Returns the command with its subcommands.
     *
     * @param environment the variables of the process
     * @param isTerminal whether a person watches at a terminal that can redraw lines
     */
    public static CommandLine commandLine(Map<String, String> environment, boolean isTerminal) {
        return new CommandLine(new ScheduleCommand())
                .addSubcommand(new AnalyzeCommand(isTerminal))
                .addSubcommand(new ListCommand())
                .addSubcommand(new ReplayCasesCommand(environment))
                .addSubcommand(new EmitCommand())
                .addSubcommand(new ProveCommand());
    }

    @Override
    public void run() {
        throw command.refused("a command is missing: expected analyze, list, run, emit or prove");
    }
}
