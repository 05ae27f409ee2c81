package moirai.cli.faults;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.nemesis.faults.FaultKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai nemesis list}, which shows the kinds of faults. */
@Command(
        name = "list",
        description = "Lists the kinds of faults, and whether they can be injected into a database here.",
        footer = "Example: ${ROOT-COMMAND-NAME} nemesis list --db postgres")
final class NemesisListCommand implements Callable<Integer> {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private MadeDatabase database = new MadeDatabase();

    @Override
    public Integer call() {
        PrintWriter out = command.out();
        out.println("faults for --db " + database.name() + " on this machine:");
        for (FaultKind kind : FaultKind.values()) {
            Optional<String> lack = database.lack(kind);
            out.printf("  %-10s %s%n", kind.label(), kind.words());
            out.printf(
                    "  %-10s %s%n",
                    "",
                    lack.map(why -> "no: " + why).orElse("yes: " + kind.need().words()));
        }
        return 0;
    }
}
