package moirai.runs;

import java.util.Locale;
import java.util.Optional;
import moirai.analysis.IsolationLevel;

/**
 * What a database documents for the isolation that it was asked for. It separates a bug of the database from an
 * expectation that is stronger than the level that was chosen.
 */
public final class Promise {

    private Promise() {}

    /**
     * The documented level; empty if we do not know this database or level.
     *
     * @param database product and version as the database gives them, or its name on the command line
     * @param isolation the level asked for, by its name in SQL, or {@code default}
     */
    public static Optional<IsolationLevel> of(String database, String isolation) {
        String product = database.toLowerCase(Locale.ROOT);
        if (product.startsWith("postgres")) {
            return postgres(isolation);
        }
        return product.startsWith("memory") ? IsolationLevel.named(isolation) : Optional.empty();
    }

    /**
     * PostgreSQL 18 manual, section 13.2: read uncommitted behaves like read committed, the default; repeatable read
     * "is implemented using a technique known in academic database literature and in some other database products as
     * Snapshot Isolation"; serializable is serializable, with no word on real time.
     */
    private static Optional<IsolationLevel> postgres(String isolation) {
        return switch (isolation) {
            case "default", "read-uncommitted", "read-committed" -> Optional.of(IsolationLevel.READ_COMMITTED);
            case "repeatable-read" -> Optional.of(IsolationLevel.SNAPSHOT_ISOLATION);
            case "serializable" -> Optional.of(IsolationLevel.SERIALIZABLE);
            default -> Optional.empty();
        };
    }
}
