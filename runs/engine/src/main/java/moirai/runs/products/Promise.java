package moirai.runs.products;

import java.util.Optional;
import moirai.history.level.IsolationLevel;

/** The level that the database of a history documents for the isolation that was requested. */
public final class Promise {

    private Promise() {}

    /**
     * Returns the documented level; empty if this database or level is unknown.
     *
     * @param version product and version as the database reports them
     * @param isolation the name of the requested level
     */
    public static Optional<IsolationLevel> of(String version, String isolation) {
        return Products.ofVersion(version).flatMap(product -> product.promise(version, isolation));
    }

    /** Returns why a database promises nothing at a level that it has; empty if there is no such reason. */
    public static Optional<String> exception(String version, String isolation) {
        return Products.ofVersion(version).flatMap(product -> product.exception(version, isolation));
    }
}
