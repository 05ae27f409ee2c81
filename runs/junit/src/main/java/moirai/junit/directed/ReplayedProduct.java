package moirai.junit.directed;

import java.util.List;
import java.util.function.Supplier;
import moirai.history.DataModel;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Nearest;
import moirai.reenactment.databases.CaseEngine;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.Target;
import moirai.runs.products.Product;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import org.opentest4j.TestAbortedException;

/** A database of a product that Moirai makes for the tests of an annotation. */
record ReplayedProduct(Product product, CaseEngine engine, String argument, String isolation) {

    /**
     * Returns the product that an annotation names.
     *
     * @throws org.junit.jupiter.api.extension.ExtensionConfigurationException if anomalies are not replayed on it
     */
    static ReplayedProduct of(AnomaliesOf asked) {
        String[] parts = asked.product().split(":", 2);
        List<Product> all = Products.all().stream()
                .filter(product -> product.engine().isPresent())
                .toList();
        List<String> names = all.stream().map(Product::name).toList();
        Product product = all.stream()
                .filter(one -> one.name().equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> Refusals.of("@AnomaliesOf(product): anomalies are not replayed on '" + parts[0] + "'"
                        + Nearest.hint(parts[0], names) + "; expected one of " + String.join(", ", names)));
        String argument = parts.length == 1
                ? ""
                : product.argument(parts[1])
                        .orElseThrow(() -> Refusals.of("@AnomaliesOf(product): '" + asked.product()
                                + "' is not a database; expected " + product.form()));
        CaseEngine engine = product.engine().orElseThrow();
        if (!engine.isReplayedOn(product.nodeCount(argument))) {
            throw Refusals.of("@AnomaliesOf(product): anomalies are not replayed on " + product.nodeCount(argument)
                    + " nodes of " + product.name() + "; expected " + product.form());
        }
        String isolation = engine == CaseEngine.MOCK || product.hasConsistency() ? "" : isolation(product, asked);
        return new ReplayedProduct(product, engine, argument, isolation);
    }

    /**
     * Returns the level to ask of a product: the one of the annotation, or the weakest that promises the level of the
     * analysis.
     */
    static String isolation(Product product, AnomaliesOf asked) {
        if (!asked.isolation().isEmpty()) {
            return product.level(asked.isolation())
                    .orElseThrow(() -> Refusals.of("@AnomaliesOf(isolation): '" + asked.isolation()
                            + "' is no level of " + product.name()
                            + Nearest.hint(asked.isolation(), product.levels()) + "; expected one of "
                            + String.join(", ", product.levels())));
        }
        if (!asked.levels().isEmpty()) {
            throw Refusals.of("@AnomaliesOf(isolation) is missing: with levels, expected one of "
                    + String.join(", ", product.levels()));
        }
        IsolationLevel level = asked.level();
        return product.level(level.label())
                .or(() -> product.levels().stream()
                        .filter(one -> product.promise(one)
                                .filter(promised -> promised.implies(level))
                                .isPresent())
                        .findFirst())
                .orElseThrow(() -> Refusals.of("@AnomaliesOf(isolation): " + product.name()
                        + " has no level that promises " + level.label() + "; name one of "
                        + String.join(", ", product.levels())));
    }

    /**
     * Opens the database.
     *
     * @param sessions the most calls of an anomaly
     * @throws TestAbortedException if this machine lacks what it needs
     */
    DirectedDatabase open(int sessions) {
        product.problem(argument).ifPresent(problem -> {
            throw new TestAbortedException(product.name() + " cannot be had on this machine: " + problem);
        });
        Wish wish = new Wish(argument, isolation, Wish.of("").storage(), Wish.Replicas.DEFAULT).of(DataModel.REGISTER);
        Target target = accepted(() -> product.target(wish));
        return target.openForScenarios(engine, isolation, sessions);
    }

    private static Target accepted(Supplier<Target> target) {
        try {
            return target.get();
        } catch (IllegalArgumentException refused) {
            throw Refusals.of("@AnomaliesOf(product): " + refused.getMessage());
        }
    }
}
