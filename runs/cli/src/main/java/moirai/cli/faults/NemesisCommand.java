package moirai.cli.faults;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moirai nemesis}: holds the commands about faults. */
@Command(
        name = "nemesis",
        description = "Faults: which there are, what a seed would do, what a run did; undoes what one left.",
        synopsisSubcommandLabel = "COMMAND")
public final class NemesisCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private NemesisCommand() {}

    /** The command with those below it. */
    public static CommandLine commandLine() {
        return new CommandLine(new NemesisCommand())
                .addSubcommand(new NemesisListCommand())
                .addSubcommand(new NemesisPlanCommand())
                .addSubcommand(new NemesisJournalCommand())
                .addSubcommand(new NemesisHealCommand());
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is missing: expected "
                        + String.join(" or ", spec.subcommands().keySet()));
    }
}
