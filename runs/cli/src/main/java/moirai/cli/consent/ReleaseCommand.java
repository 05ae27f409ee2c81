package moirai.cli.consent;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.Inspection;
import moirai.runs.ExitCode;
import moirai.runs.Target;
import moirai.runs.consent.GuardRails;
import moirai.runs.products.ServerProduct;
import moirai.runs.products.Wish;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai target release}, which removes marks and leftovers. */
@Command(
        name = "release",
        description = {
            "Removes what killed runs have left in a marked database, and then its mark.",
            "Tables of a run that lives, and tables that only look like Moirai's, stay. Ends with 252 if something of",
            "Moirai's is left, with 253 if the mark is somebody else's or missing, or if the database looks like",
            "production."
        },
        sortOptions = false)
final class ReleaseCommand implements Callable<Integer> {

    private final Map<String, String> environment;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private MarkedDatabase database = new MarkedDatabase();

    @Option(names = "--take-over", description = "Remove the mark of another owner.")
    private boolean takesOver;

    @Option(
            names = AdmissionOptions.NAME,
            paramLabel = "NAME",
            description = "A host, database or user of this name is no production. May be repeated.")
    private List<String> names = new ArrayList<>();

    ReleaseCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        ServerProduct product = database.product();
        Endpoint endpoint = database.endpoint(environment);
        Consent consent = product.consent(endpoint);
        Refusals refusals = database.refusals();
        refusals.refuse(GuardRails.ofNames(AdmissionOptions.named(endpoint), names));
        Inspection found = consent.inspect();
        if (!takesOver) {
            refusals.refuse(GuardRails.ofReplacing(found, Owner.of(environment), Instant.now()));
        }
        refusals.refuse(GuardRails.ofClearing(found, names));
        // Without its mark nobody could remove, later, what is left.
        Optional<String> inUse = unlessInUse(() -> {
            if (!found.ownTables().isEmpty()) {
                clear(product, endpoint);
            }
        });
        List<String> left = consent.inspect().ownTables();
        PrintWriter out = command.out();
        found.ownTables().stream()
                .filter(table -> !left.contains(table))
                .forEach(table -> out.println("dropped " + table));
        left.forEach(table -> out.println("LEFT " + table
                + ", which a run that lives uses, or which lacks Moirai's comment; drop it if it is nobody's"));
        inUse = inUse.or(() -> unlessInUse(consent::withdraw));
        out.println(inUse.map(user -> "STILL MARKED " + database + ": " + user)
                .orElse((found.marks().isEmpty() ? "not marked: " : "released ") + database));
        return (left.isEmpty() && inUse.isEmpty() ? ExitCode.VALID : ExitCode.CLEAN_UP_INCOMPLETE).code();
    }

    /**
     * Does the work and returns empty. If the only obstacle is that the database is in use, returns the message that
     * says so instead.
     */
    private static Optional<String> unlessInUse(Runnable work) {
        try {
            work.run();
            return Optional.empty();
        } catch (ClientException failed) {
            if (failed.isGuarded()) {
                return Optional.of(String.valueOf(failed.getMessage()));
            }
            throw failed;
        }
    }

    private static void clear(ServerProduct product, Endpoint endpoint) {
        Target.Existing target = product.existing(endpoint, Wish.of(""));
        try (ClientFactory factory = target.clients().at(target.endpoint(), 1)) {
            factory.clear();
        }
    }
}
