package moirai.runs.products;

import java.util.Optional;
import moirai.history.level.IsolationLevel;

/** What the database of a history documents for the isolation that it was asked for. */
public final class Promise {

    private Promise() {}

    /**
     * The documented level; empty if we do not know this database or level.
     *
     * @param version product and version as the database gives them
     * @param isolation the level asked for, by its name
     */
    public static Optional<IsolationLevel> of(String version, String isolation) {
        return Products.ofVersion(version).flatMap(product -> product.promise(version, isolation));
    }

    /** Why a database promises nothing at a level that it has; empty if there is no such reason. */
    public static Optional<String> exception(String version, String isolation) {
        return Products.ofVersion(version).flatMap(product -> product.exception(version, isolation));
    }
}
