package moirai.cli.predicting;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import moirai.cli.options.TargetOptions;
import moirai.cli.options.TypedCommand;
import moirai.history.DataModel;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.Target;
import moirai.runs.products.Product;
import moirai.runs.products.Products;
import picocli.CommandLine.ParameterException;

/** The databases on which predicted anomalies are replayed, by the options of a command. */
public final class DirectedTargets {

    /** The end of a product's form if there may be several nodes of it. */
    private static final String SEVERAL = "[:N]";

    private final TypedCommand command;
    private final TargetOptions target;

    public DirectedTargets(TypedCommand command, TargetOptions target) {
        this.command = command;
        this.target = target;
    }

    /**
     * Returns the database that the options name, after they were checked.
     *
     * @param environment the variables of the process
     * @param classpath of methods that are run instead of their statements; empty if none are
     */
    public Target database(Map<String, String> environment, List<Path> classpath) {
        Product product = target.product();
        CaseEngine engine = product.engine().filter(this::isReplayedOn).orElseThrow(() -> refused(product));
        if (!classpath.isEmpty() && (target.nodeCount() > 1 || !engine.runsMethods())) {
            throw command.refused("--classpath: methods are not run on " + product.name() + nodes()
                    + "; expected --db with one of "
                    + String.join(
                            ", ",
                            names(CaseEngine::runsMethods, Product::name).stream()
                                    .filter(DirectedTargets::isOne)
                                    .toList()));
        }
        if (product.hasConsistency()) {
            requireNoneOf("cases read and write at one replica each; leave it out", "--cql-mode", "--consistency");
        }
        if (engine == CaseEngine.MOCK) {
            requireNoneOf(
                    "the mock store keeps what each anomaly says and no more; expected --level, of the analysis",
                    "--isolation");
        }
        return target.target(DataModel.REGISTER, environment);
    }

    private static boolean isOne(String name) {
        return Products.named(name)
                .filter(product -> product.nodeCounts().usual() == 1)
                .isPresent();
    }

    private boolean isReplayedOn(CaseEngine engine) {
        return target.existing().isGiven()
                ? engine.isUsedAtUrl() && target.nodeCount() == 1
                : engine.isReplayedOn(target.nodeCount());
    }

    private String nodes() {
        return target.nodeCount() > 1 ? " with several nodes" : "";
    }

    /**
     * Returns the refusal of a product that does not support the cases: they cut nodes of Cassandra off from each
     * other, and ask one node at a time.
     */
    private ParameterException refused(Product product) {
        String message = product.hasConsistency()
                ? (target.existing().isGiven() ? "a Cassandra that exists" : target.nodeCount() + " of its nodes")
                        + ": expected --db cassandra:2 or cassandra:3"
                : product.name() + nodes() + ": expected --db "
                        + String.join(", ", names(engine -> true, DirectedTargets::form)) + ", or --url "
                        + Products.POSTGRES.urlForm();
        return command.refused("cases are not replayed on " + message);
    }

    /** Returns the products with such an engine, first those of which there may be several nodes. */
    private static List<String> names(Predicate<CaseEngine> wanted, Function<Product, String> name) {
        return Products.all().stream()
                .filter(product -> product.engine().filter(wanted).isPresent())
                .map(name)
                .sorted(Comparator.comparing(one -> !one.endsWith(SEVERAL)))
                .toList();
    }

    private static String form(Product product) {
        return product.form().endsWith(SEVERAL) ? product.form() : product.name();
    }

    private void requireNoneOf(String reason, String... options) {
        String given = command.first(options);
        if (!given.isEmpty()) {
            throw command.refused(given + ": " + reason);
        }
    }
}
