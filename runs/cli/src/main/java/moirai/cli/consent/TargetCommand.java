package moirai.cli.consent;

import java.util.Map;
import moirai.cli.options.TypedCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai target}, which holds the commands about databases that exist. */
@Command(
        name = "target",
        description = {
            TargetCommand.SUMMARY,
            "",
            "Without that mark, commands with --url or --node write nothing and end with 253; as they do at an",
            "expired mark, at somebody else's, and at one of another database. What else they refuse is lifted by an",
            "option of theirs, beside the mark and not instead of it:",
            "  --allow-superuser    the user may do everything there",
            "  --shared-database    the database holds other tables than Moirai's",
            "  --allow-name NAME    a host, database or user of this name has one of the words prod, production,",
            "                       prd or live in it, and is no production all the same; may be repeated",
            "",
            "Of Cassandra, a mark is for the whole cluster: --node HOST[:PORT],… [--datacenter NAME]. The nodes have",
            "to be in one datacenter, where a run has its keyspace: that of the first, unless it is named.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Whose a mark is follows from MOIRAI_OWNER, or from your name on this machine."})
public final class TargetCommand implements Runnable {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Existing databases: says in the database itself that it may be tested, for how long and by whom.";

    @Mixin
    private TypedCommand command = new TypedCommand();

    private TargetCommand() {}

    /**
     * Returns the command with its subcommands.
     *
     * @param environment the variables of the process
     */
    public static CommandLine commandLine(Map<String, String> environment) {
        return new CommandLine(new TargetCommand())
                .addSubcommand(new MarkCommand(environment))
                .addSubcommand(new ShowCommand(environment))
                .addSubcommand(new ReleaseCommand(environment));
    }

    @Override
    public void run() {
        throw command.incomplete();
    }
}
