package moirai.cli.faults;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.nemesis.Cluster;
import moirai.nemesis.faults.FaultKind;
import moirai.runs.Target;
import moirai.runs.products.Product;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The database that a run would make, described without making it. */
public final class MadeDatabase {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(names = "--db", paramLabel = "DB", description = "As in '${ROOT-COMMAND-NAME} run'. Default: postgres.")
    private String database = Products.POSTGRES.name();

    /** Returns the names of its nodes. */
    List<String> nodes() {
        return IntStream.rangeClosed(1, product().nodeCount(argument()))
                .mapToObj(number -> "n" + number)
                .toList();
    }

    /** Returns the name of the database as it was typed. */
    String name() {
        return database;
    }

    /**
     * Returns the reason why a kind of fault cannot be injected there; empty if it can. Nothing is started for the
     * answer.
     */
    Optional<String> lack(FaultKind kind) {
        Wish usual = Wish.of("");
        Wish.Servers servers = product().hasServerVersions() ? Wish.Servers.OF_TWO_VERSIONS : Wish.Servers.DEFAULT;
        Target target =
                product().target(new Wish(argument(), "", usual.storage(), usual.replicas(), servers, usual.cql()));
        if (target.cluster().isEmpty()) {
            return Optional.of("needs " + kind.need().words() + ", and " + database + " has no servers");
        }
        try (Cluster cluster = target.cluster().get().make(1)) {
            return kind.lack(cluster);
        }
    }

    private Product product() {
        String name = Stream.of(database.split(":", 2)).findFirst().orElse("");
        return command.accepted(() -> Values.named("--db", name, Products.all(), Product::name));
    }

    private String argument() {
        if (!database.contains(":")) {
            return "";
        }
        String typed = database.substring(database.indexOf(':') + 1);
        return product()
                .argument(typed)
                .orElseThrow(() -> command.refused("--db: '" + database + "' is not a database: expected one of "
                        + Products.all().stream().map(Product::form).collect(Collectors.joining(", "))));
    }
}
