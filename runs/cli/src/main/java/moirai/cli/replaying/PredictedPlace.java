package moirai.cli.replaying;

import java.util.List;
import moirai.reenactment.databases.CaseEngine;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.Target;
import moirai.runs.cases.PredictedCase;
import moirai.runs.products.Product;
import moirai.runs.products.Products;

/**
 * The database and level at which a predicted case is replayed.
 *
 * @param product as {@code --db} names it
 * @param isolation as SQL has a label for it
 */
public record PredictedPlace(String product, String isolation) {

    private static final String MOCK = "mock";

    /** Returns the place where a case was shown last; the mock store for a case that was never replayed. */
    public static PredictedPlace of(PredictedCase found) {
        String product = found.product();
        return product.isEmpty() || product.equals(MOCK)
                ? new PredictedPlace(MOCK, "")
                : new PredictedPlace(
                        product, found.confirmations().getLast().place().isolation());
    }

    /**
     * Replays a case {@code times} times, on a database that is made for that.
     *
     * @throws picocli.CommandLine.ParameterException if there is no such database or level
     */
    public CaseReplay replay(PredictedCase found, RunCommands runs, int times) throws InterruptedException {
        List<String> argv = isolation.isEmpty()
                ? List.of("--db=" + product)
                : List.of("--db=" + product, "--isolation=" + isolation);
        return replay(found, runs.parsed(argv).target(), times);
    }

    /** Replays a case {@code times} times on a database. */
    CaseReplay replay(PredictedCase found, Target target, int times) throws InterruptedException {
        int sessions = found.anomaly().scenario().calls().size();
        CaseEngine engine = Products.named(product)
                .flatMap(Product::engine)
                .orElseThrow(() -> new IllegalArgumentException("cases are not replayed on '" + product + "'"));
        try (DirectedDatabase opened = target.openForScenarios(engine, isolation, sessions)) {
            return CaseReplay.of(found, opened, isolation, times);
        }
    }
}
