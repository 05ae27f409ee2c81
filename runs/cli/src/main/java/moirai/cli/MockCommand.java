package moirai.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code moirai mock}, which holds the commands about the mock store itself. */
@Command(
        name = "mock",
        description = {
            "The mock store: a database that does anything its isolation level allows.",
            "",
            "For tests of an application in Java no command is needed, but a JDBC URL such as",
            "jdbc:moirai:mem:NAME?isolation=causal&seed=42"
        },
        synopsisSubcommandLabel = "COMMAND")
final class MockCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is missing: expected "
                        + String.join(" or ", spec.subcommands().keySet()));
    }
}
