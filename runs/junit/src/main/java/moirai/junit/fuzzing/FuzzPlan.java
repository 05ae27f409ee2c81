package moirai.junit.fuzzing;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.Nearest;
import moirai.junit.databases.ConsentOfTest;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunSettings;
import moirai.runs.products.Product;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;

/**
 * A run that a test asks for, after its arguments were checked and before anything is touched.
 *
 * @param method the test method, for people and for the name of the folder
 */
record FuzzPlan(FuzzDatabase asked, String method, Seed seed, Workload workload, Load load) {

    /** The longest time of a run. A test that must be shorter has JUnit's own {@code @Timeout}. */
    static final Duration TIME_LIMIT = Duration.ofMinutes(5);

    /** A product with its argument, as {@code postgres:3}. */
    record Named(Product product, String argument) {}

    /**
     * Returns the plan of a test method.
     *
     * @param seed the configured seed, for a test that has none of its own
     * @throws IllegalArgumentException if a value is not accepted, with the value and what would be
     */
    static FuzzPlan of(FuzzDatabase asked, String method, Optional<String> seed) {
        return new FuzzPlan(
                asked,
                method,
                seed(asked, seed),
                accepted("workload", () -> Workload.parse(asked.workload())),
                load(asked));
    }

    private static Seed seed(FuzzDatabase asked, Optional<String> configured) {
        if (!asked.seed().isEmpty()) {
            return accepted("seed", () -> Seed.parse(asked.seed()));
        }
        try {
            return configured.map(Seed::parse).orElseGet(Seed::random);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(FuzzDatabase.SEED_PROPERTY + ": " + refused.getMessage(), refused);
        }
    }

    private static Load load(FuzzDatabase asked) {
        if (asked.transactions() < 1) {
            throw new IllegalArgumentException(
                    "@FuzzDatabase(transactions): " + asked.transactions() + " is out of range: expected at least 1");
        }
        return accepted("sessions", () -> new Load(asked.sessions(), TIME_LIMIT, asked.transactions()));
    }

    /** Returns a value, or names the attribute for which it was refused. */
    static <T> T accepted(String attribute, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException("@FuzzDatabase(" + attribute + "): " + refused.getMessage(), refused);
        }
    }

    /** Returns a value if it is among those that are known. */
    static String known(String attribute, String value, List<String> accepted) {
        if (!accepted.contains(value)) {
            throw new IllegalArgumentException("@FuzzDatabase(" + attribute + "): '" + value + "' is unknown"
                    + Nearest.hint(value, accepted) + "; expected one of " + String.join(", ", accepted));
        }
        return value;
    }

    /** Returns the product of this name that runs the workload. */
    Named product(String name) {
        String[] parts = name.split(":", 2);
        known("product", parts[0], Products.all().stream().map(Product::name).toList());
        Product product = Products.named(parts[0]).orElseThrow();
        String argument =
                parts.length == 1 ? "" : product.argument(parts[1]).orElseGet(() -> argument(product, parts[1]));
        product.lack(workload, product.isolation(Wish.of(""))).ifPresent(lack -> {
            throw new IllegalArgumentException("@FuzzDatabase(workload): " + lack.why() + "; expected another of "
                    + String.join(", ", product.labels()) + ", or another product");
        });
        return new Named(product, argument);
    }

    private static String argument(Product product, String argument) {
        if (product.arguments().isEmpty()) {
            throw new IllegalArgumentException("@FuzzDatabase(product): '" + product.name() + ":" + argument
                    + "' is not a database; expected " + product.form());
        }
        return known("product = " + product.name() + ":…", argument, product.arguments());
    }

    /** Returns what the annotation permits at a database that the test has not made. */
    ConsentOfTest.Permissions permissions() {
        return new ConsentOfTest.Permissions(
                "FuzzDatabase",
                List.of(asked.allowNames()),
                asked.allowSuperuser(),
                asked.sharedDatabase(),
                TIME_LIMIT);
    }

    /** Returns what is asked of a product. */
    Wish wish(Named named) {
        String level = asked.isolation().isEmpty()
                ? ""
                : named.product()
                        .level(asked.isolation())
                        .orElseGet(() -> known(
                                "isolation", asked.isolation(), named.product().levels()));
        return new Wish(named.argument(), level, Wish.of("").storage(), Wish.Replicas.DEFAULT)
                .of(workload.structure().model());
    }

    /** Returns the settings of a run whose sessions ask for this level. */
    RunSettings settings(String isolation) {
        return new RunSettings(seed, workload, new Levels(isolation, asked.expect()), load, EvidenceRule.DEFAULT);
    }
}
