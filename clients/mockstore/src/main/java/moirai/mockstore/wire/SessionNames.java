package moirai.mockstore.wire;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.wire.cursor.Cursors;

/**
 * The prepared statements and the portals of a session, by their names. The empty name may be used again and again.
 */
final class SessionNames {
    /** The greatest number of statements, and of portals; a client that never closes what it prepares reaches it. */
    private static final int NAMES_MAX = 10_000;

    private static final Pattern DEALLOCATE = Pattern.compile(
            "\\s*DEALLOCATE\\s+(?:PREPARE\\s+)?(?:\"(?<quoted>(?:[^\"]|\"\")+)\"|(?<plain>\\w+))[\\s;]*",
            Pattern.CASE_INSENSITIVE);

    private final Names<WireStatement> statements = new Names<>("prepared statement", "42P05", "26000");
    private final Cursors cursors = new Cursors();
    private final Names<Portal> portals = new Names<>("portal", "42P03", "34000");

    /** Objects of one kind by their names. */
    static final class Names<T> {
        private final String kind;
        private final String taken;
        private final String missing;
        private final Map<String, T> objects = new LinkedHashMap<>();

        /**
         * Creates an empty table.
         *
         * @param taken the SQLSTATE of a name that is in use
         * @param missing the SQLSTATE of a name that does not exist
         */
        private Names(String kind, String taken, String missing) {
            this.kind = kind;
            this.taken = taken;
            this.missing = missing;
        }

        /**
         * Makes room for an object.
         *
         * @throws StoreException if its name is taken, or there are too many (SQLSTATE 53400)
         */
        void free(String name) {
            objects.remove("");
            if (objects.containsKey(name)) {
                throw new StoreException(taken, kind + " \"" + name + "\" already exists");
            }
            if (objects.size() >= NAMES_MAX) {
                throw new StoreException(
                        "53400", "more than " + NAMES_MAX + " " + kind + "s in one session; close some");
            }
        }

        void add(String name, T object) {
            objects.put(name, object);
        }

        /** Returns the object of this name; fails if there is none. */
        T require(String name) {
            T object = objects.get(name);
            if (object == null) {
                throw doesNotExist(name);
            }
            return object;
        }

        private StoreException doesNotExist(String name) {
            boolean unnamed = name.isEmpty() && kind.equals("prepared statement");
            return new StoreException(
                    missing, (unnamed ? "unnamed " + kind : kind + " \"" + name + "\"") + " does not exist");
        }

        void close(String name) {
            objects.remove(name);
        }
    }

    Cursors cursors() {
        return cursors;
    }

    Names<WireStatement> statements() {
        return statements;
    }

    Names<Portal> portals() {
        return portals;
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
            statements.objects.clear();
            return SqlResult.done("DEALLOCATE ALL");
        }
        String name = plain == null ? matcher.group("quoted").replace("\"\"", "\"") : plain.toLowerCase(Locale.ROOT);
        statements.require(name);
        statements.close(name);
        return SqlResult.done("DEALLOCATE");
    }

    /** Closes the statement and the portal without a name, as a simple query does. */
    void closeUnnamed() {
        statements.close("");
        portals.close("");
    }

    /** Closes all portals at the end of their transaction. */
    void closePortals() {
        portals.objects.clear();
    }

    /** Closes all statements and portals. */
    void closeAll() {
        cursors.closeAll();
        statements.objects.clear();
        portals.objects.clear();
    }
}
