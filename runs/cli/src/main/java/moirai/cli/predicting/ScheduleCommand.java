package moirai.cli.predicting;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code moirai schedule}, which holds the commands that predict anomalies from source. */
@Command(
        name = "schedule",
        description = "Finds the anomalies that an application's transactions can suffer, from its source.",
        footer = {
            "",
            "Try: moirai schedule analyze runs/programs/src/main/java/moirai/programs/shop --level RC",
            "     moirai schedule run --db h2 --isolation read-committed"
        })
public final class ScheduleCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private ScheduleCommand() {}

    /**
     * Returns the command with its subcommands.
     *
     * @param environment the variables of the process
     */
    public static CommandLine commandLine(Map<String, String> environment) {
        return new CommandLine(new ScheduleCommand())
                .addSubcommand(new AnalyzeCommand())
                .addSubcommand(new ListCommand())
                .addSubcommand(new ReplayCasesCommand(environment))
                .addSubcommand(new EmitCommand())
                .addSubcommand(new ProveCommand());
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "a command is missing: expected analyze, list, run, emit or prove");
    }
}
