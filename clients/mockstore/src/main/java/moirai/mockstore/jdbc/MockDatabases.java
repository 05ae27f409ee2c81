package moirai.mockstore.jdbc;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.mockstore.MockStore;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.SqlDatabase;

/**
 * The stores of this JVM that have a name. The first connection makes a store; it stays until it is dropped, also
 * without connections: a pool may close its last one and open another, and must find its data again.
 */
public final class MockDatabases {

    private static final Map<String, Named> NAMED = new TreeMap<>();

    private record Named(SqlDatabase database, Map<String, String> options) {}

    private MockDatabases() {}

    /** The store that the URL names, made if need be. */
    static SqlDatabase open(DatabaseUrl url) throws SQLException {
        synchronized (NAMED) {
            Named found = NAMED.get(url.name());
            if (found == null) {
                var database = new SqlDatabase(new MockStore(StoreSettings.parse(url.options())));
                NAMED.put(url.name(), new Named(database, url.options()));
                return database;
            }
            // What is unknown or impossible is refused here, too.
            StoreSettings.parse(url.options());
            refuseContradictions(url, found.options());
            return found.database();
        }
    }

    /** Options that are left out contradict nothing. */
    private static void refuseContradictions(DatabaseUrl url, Map<String, String> made) throws SQLException {
        for (var option : new TreeMap<>(url.options()).entrySet()) {
            String before = made.getOrDefault(option.getKey(), "");
            if (!before.equals(option.getValue())) {
                throw SqlErrors.of(
                        "08001",
                        "the store '" + url.name() + "' was made with "
                                + (before.isEmpty() ? "no " + option.getKey() : option.getKey() + "=" + before)
                                + ", not with " + option.getKey() + "=" + option.getValue()
                                + "; leave the option out, or call MockDatabases.drop first");
            }
        }
    }

    /** The store of this name, if there is one: for its history, or to drive it. */
    public static Optional<SqlDatabase> find(String name) {
        synchronized (NAMED) {
            return Optional.ofNullable(NAMED.get(name)).map(Named::database);
        }
    }

    /**
     * Forgets the store of this name: the next connection makes another. Connections that are open keep the old one.
     *
     * @return whether there was one
     */
    public static boolean drop(String name) {
        synchronized (NAMED) {
            return NAMED.remove(name) != null;
        }
    }
}
