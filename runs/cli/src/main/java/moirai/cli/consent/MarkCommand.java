package moirai.cli.consent;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.clients.Consent;
import moirai.clients.Inspection;
import moirai.clients.Mark;
import moirai.runs.consent.GuardRails;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai target mark}, which marks a database as one that may be tested. */
@Command(
        name = "mark",
        description = {
            "Writes into a database that it may be tested.",
            "The mark is one small table, moirai_target, where a run would make its own. Replaces your mark if there",
            "is one. Ends with 253 if the database looks like production or carries somebody else's mark."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} target mark --url jdbc:postgresql://localhost/scratch"
                + " --environment staging --ttl 8h")
final class MarkCommand implements Callable<Integer> {

    private static final Duration LIFE_MAX = Duration.ofDays(366);
    private static final int ENVIRONMENT_LENGTH_MAX = 100;

    private final Map<String, String> environment;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private MarkedDatabase database = new MarkedDatabase();

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "How long the mark lasts: 30m, 24h, 7d. Default: 24h.")
    private Duration life = GuardRails.LIFE_DEFAULT;

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            description = "What you call this database's environment. Default: test.")
    private String called = "test";

    @Option(names = "--allow-faults", description = "Faults may be injected as well, once Moirai can do that at a URL.")
    private boolean allowsFaults;

    @Option(
            names = AdmissionOptions.NAME,
            paramLabel = "NAME",
            description = "A host, database or user of this name is no production. May be repeated.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--take-over", description = "Replace the mark of another owner.")
    private boolean takesOver;

    MarkCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        requireValues();
        Consent consent = database.consent(environment);
        Refusals refusals = database.refusals();
        refusals.refuse(GuardRails.ofNames(
                Stream.concat(AdmissionOptions.named(database.endpoint(environment)).stream(), Stream.of(called))
                        .toList(),
                names));
        Instant now = Instant.now();
        String owner = Owner.of(environment);
        Inspection found = consent.inspect();
        refusals.refuse(GuardRails.ofServer(found));
        refusals.refuse(GuardRails.ofNames(List.of(found.database(), found.user()), names));
        if (!takesOver) {
            refusals.refuse(GuardRails.ofReplacing(found, owner, now));
        }
        var mark = Mark.of(found.location(), called, owner, allowsFaults, now.plus(life));
        consent.give(mark);
        PrintWriter out = command.out();
        out.println("marked " + database);
        out.print(MarkText.of(mark));
        return 0;
    }

    private void requireValues() {
        if (life.compareTo(LIFE_MAX) > 0) {
            throw command.refused(
                    "--ttl: " + life.toDays() + " days are too long: expected at most " + LIFE_MAX.toDays());
        }
        if (called.isBlank() || called.length() > ENVIRONMENT_LENGTH_MAX) {
            throw command.refused("--environment: '" + called + "' is not a name: expected 1 to "
                    + ENVIRONMENT_LENGTH_MAX + " characters");
        }
    }
}
