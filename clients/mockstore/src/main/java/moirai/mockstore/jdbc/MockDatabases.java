package moirai.mockstore.jdbc;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.mockstore.MockStore;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.SqlDatabase;

/**
 * The named stores of this JVM. The first connection to a name makes its store. The store stays until it is dropped,
 * even without connections: a pool may close its last connection, open another, and must find its data again.
 */
public final class MockDatabases {

    private static final Map<String, Named> NAMED = new TreeMap<>();

    private record Named(SqlDatabase database, Map<String, String> options) {}

    private MockDatabases() {}

    /** Returns the store that the URL names, and makes it if it does not exist. */
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

    /**
     * Fails if the URL's options contradict those with which the store was made; an option that is left out contradicts
     * nothing.
     */
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

    /** Returns the store of this name, if there is one, to get its history or to control it. */
    public static Optional<SqlDatabase> find(String name) {
        synchronized (NAMED) {
            return Optional.ofNullable(NAMED.get(name)).map(Named::database);
        }
    }

    /**
     * Makes a name lead to a store that exists.
     *
     * @throws IllegalArgumentException if the name is taken
     */
    public static void add(String name, SqlDatabase database) {
        synchronized (NAMED) {
            if (NAMED.putIfAbsent(name, new Named(database, Map.of())) != null) {
                throw new IllegalArgumentException("there is a store '" + name + "' already; expected another name");
            }
        }
    }

    /**
     * Forgets the store of this name, so that the next connection makes another. Open connections keep the old store.
     *
     * @return whether there was a store of this name
     */
    public static boolean drop(String name) {
        synchronized (NAMED) {
            return NAMED.remove(name) != null;
        }
    }
}
