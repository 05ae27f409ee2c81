package moirai.runs;

import java.util.Locale;
import java.util.Optional;
import moirai.analysis.IsolationLevel;
import moirai.mockstore.StoreLevel;

/**
 * What a database documents for the isolation that it was asked for. It separates a bug of the database from an
 * expectation that is stronger than the level that was chosen.
 */
public final class Promise {

    private static final String MOCK = "mock";

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
        if (product.startsWith(MOCK)) {
            return StoreLevel.named(isolation).filter(Promise::keepsLists).map(StoreLevel::guarantees);
        }
        return product.startsWith("memory") ? IsolationLevel.named(isolation) : Optional.empty();
    }

    /** Why a database promises nothing about lists at a level that it has; empty if there is no such reason. */
    public static Optional<String> exception(String database, String isolation) {
        if (!database.toLowerCase(Locale.ROOT).startsWith(MOCK)) {
            return Optional.empty();
        }
        return StoreLevel.named(isolation)
                .filter(level -> !keepsLists(level))
                .map(level -> "no bug of the mock store, which promises nothing about lists at " + level
                        + ": lists branch"
                        + " because an append is a read and a write of a row, and below "
                        + StoreLevel.PARALLEL_SNAPSHOT + " two transactions may read the same row and both write it;"
                        + " what it keeps of " + level + " it keeps for rows");
    }

    /** What to expect of a database where nobody says what. */
    public static IsolationLevel expected(String database, String isolation) {
        return of(database, isolation)
                .or(() -> database.startsWith(MOCK)
                        ? StoreLevel.named(isolation).map(StoreLevel::guarantees)
                        : Optional.empty())
                .orElse(IsolationLevel.SERIALIZABLE);
    }

    /** Whether no append is lost: of two transactions that write a row, one sees the other's version or is refused. */
    private static boolean keepsLists(StoreLevel level) {
        return switch (level) {
            case READ_COMMITTED, READ_ATOMIC, CAUSAL, PREFIX -> false;
            case PARALLEL_SNAPSHOT, SNAPSHOT, STRONG_SNAPSHOT, SERIALIZABLE, STRICT_SERIALIZABLE -> true;
        };
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
