package moirai.cli.scheduling;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moirai schedule}. */
@Command(
        name = "schedule",
        description = "Finds the anomalies that an application's transactions can suffer, from its source.",
        footer = "Example: moirai schedule analyze src/main/java --level SI")
public final class ScheduleCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private ScheduleCommand() {}

    /** The command with its own commands. */
    public static CommandLine commandLine() {
        return new CommandLine(new ScheduleCommand())
                .addSubcommand(new AnalyzeCommand())
                .addSubcommand(new ListCommand());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: expected analyze or list");
    }
}
