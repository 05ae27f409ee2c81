package moirai.mockstore.wire;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlResult;

/**
 * The prepared statements and the portals of a session, by their names. The empty name may be used again and again.
 */
final class SessionNames {

    /** The greatest number of statements, and of portals; a client that never closes what it prepares reaches it. */
    private static final int NAMES_MAX = 10_000;

    private static final Pattern DEALLOCATE = Pattern.compile(
            "\\s*DEALLOCATE\\s+(?:PREPARE\\s+)?(?:\"(?<quoted>(?:[^\"]|\"\")+)\"|(?<plain>\\w+))[\\s;]*",
            Pattern.CASE_INSENSITIVE);

    private final Map<String, WireStatement> statements = new LinkedHashMap<>();
    private final Map<String, Portal> portals = new LinkedHashMap<>();

    /**
     * Makes room for a statement.
     *
     * @throws StoreException if its name is taken (SQLSTATE 42P05), or there are too many (53400)
     */
    void freeStatement(String name) {
        statements.remove("");
        if (statements.containsKey(name)) {
            throw new StoreException("42P05", "prepared statement \"" + name + "\" already exists");
        }
        limit(statements, "prepared statements");
    }

    void add(String name, WireStatement statement) {
        statements.put(name, statement);
    }

    /**
     * Returns the statement of this name.
     *
     * @throws StoreException if there is none (SQLSTATE 26000)
     */
    WireStatement statement(String name) {
        WireStatement statement = statements.get(name);
        if (statement == null) {
            throw noStatement(name);
        }
        return statement;
    }

    private static StoreException noStatement(String name) {
        return new StoreException(
                "26000",
                name.isEmpty()
                        ? "unnamed prepared statement does not exist"
                        : "prepared statement \"" + name + "\" does not exist");
    }

    void closeStatement(String name) {
        statements.remove(name);
    }

    /** Executes DEALLOCATE, which removes a statement that the protocol has prepared. */
    SqlResult deallocate(String sql) {
        var matcher = DEALLOCATE.matcher(sql);
        if (!matcher.matches()) {
            throw new StoreException(
                    "42601", "syntax error in: " + sql + "; accepted is DEALLOCATE with a name or ALL");
        }
        String plain = matcher.group("plain");
        if ("ALL".equalsIgnoreCase(plain)) {
            statements.clear();
            return StatementRunner.done("DEALLOCATE ALL");
        }
        String name = plain == null ? matcher.group("quoted").replace("\"\"", "\"") : plain.toLowerCase(Locale.ROOT);
        if (statements.remove(name) == null) {
            throw noStatement(name);
        }
        return StatementRunner.done("DEALLOCATE");
    }

    /**
     * Makes room for a portal.
     *
     * @throws StoreException if its name is taken (SQLSTATE 42P03), or there are too many (53400)
     */
    void freePortal(String name) {
        portals.remove("");
        if (portals.containsKey(name)) {
            throw new StoreException("42P03", "portal \"" + name + "\" already exists");
        }
        limit(portals, "portals");
    }

    void add(String name, Portal portal) {
        portals.put(name, portal);
    }

    /**
     * Returns the portal of this name.
     *
     * @throws StoreException if there is none (SQLSTATE 34000)
     */
    Portal portal(String name) {
        Portal portal = portals.get(name);
        if (portal == null) {
            throw new StoreException("34000", "portal \"" + name + "\" does not exist");
        }
        return portal;
    }

    void closePortal(String name) {
        portals.remove(name);
    }

    /** Closes the statement and the portal without a name, as a simple query does. */
    void closeUnnamed() {
        statements.remove("");
        portals.remove("");
    }

    /** Closes all portals at the end of their transaction. */
    void closePortals() {
        portals.clear();
    }

    /** Closes all statements and portals. */
    void closeAll() {
        statements.clear();
        portals.clear();
    }

    private static void limit(Map<String, ?> names, String what) {
        if (names.size() >= NAMES_MAX) {
            throw new StoreException("53400", "more than " + NAMES_MAX + " " + what + " in one session; close some");
        }
    }
}
