package moirai.cli;

import moirai.cli.options.TypedCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai mock}, which holds the commands about the mock store itself. */
@Command(
        name = "mock",
        description = {
            MockCommand.SUMMARY,
            "",
            "For tests of an application in Java no command is needed, but a JDBC URL such as",
            "jdbc:moirai:mem:NAME?isolation=causal&seed=42"
        },
        synopsisSubcommandLabel = "COMMAND")
final class MockCommand implements Runnable {

    /** The description of the command in the list of commands. */
    static final String SUMMARY = "The mock store: a database that does anything its isolation level allows.";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Override
    public void run() {
        throw command.incomplete();
    }
}
