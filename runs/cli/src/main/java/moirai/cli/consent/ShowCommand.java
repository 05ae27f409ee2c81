package moirai.cli.consent;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.clients.Inspection;
import moirai.clients.Mark;
import moirai.runs.consent.GuardRails;
import moirai.runs.consent.Refusal;
import moirai.runs.consent.Terms;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai target show}, which shows the mark of a database. */
@Command(
        name = "show",
        description = "Prints a database's mark, what Moirai has left there and what a run would be refused for.",
        sortOptions = false)
final class ShowCommand implements Callable<Integer> {

    private final Map<String, String> environment;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private MarkedDatabase database = new MarkedDatabase();

    ShowCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Inspection found = database.consent(environment).inspect();
        Instant now = Instant.now();
        PrintWriter out = command.out();
        out.println("database '" + found.database() + "' as '" + found.user() + "' at " + database);
        if (found.marks().isEmpty()) {
            out.println("  not marked");
        }
        for (Mark mark : found.marks()) {
            out.print(MarkText.of(mark));
        }
        if (!found.ownTables().isEmpty()) {
            out.println("  tables       " + String.join(", ", found.ownTables())
                    + ": of a run that lives, or left by one that was killed");
        }
        var terms = new Terms(Owner.of(environment), List.of(), false, false, now, now);
        var refusals =
                new ArrayList<>(GuardRails.ofNames(AdmissionOptions.named(database.endpoint(environment)), List.of()));
        refusals.addAll(GuardRails.of(found, terms));
        refusals.stream().map(Refusal::found).distinct().forEach(why -> out.println("  refused      " + why));
        if (refusals.isEmpty()) {
            out.println("  a run may write here");
        }
        return 0;
    }
}
