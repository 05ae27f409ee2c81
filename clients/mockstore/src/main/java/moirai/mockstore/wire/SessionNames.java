package moirai.mockstore.wire;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.wire.cursor.Cursors;
import moirai.mockstore.wire.cursor.TableUse;

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

    /**
     * An object with a name.
     *
     * @param sql of which it was made
     * @param isOfSql whether a statement has made it, and not the protocol
     */
    record Named<T>(T object, String sql, boolean isOfSql, Instant since) {}

    /** Objects of one kind by their names. */
    static final class Names<T> {
        private final String kind;
        private final String taken;
        private final String missing;
        private final Map<String, Named<T>> objects = new LinkedHashMap<>();

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
                throw kind.equals("portal")
                        ? Cursors.alreadyExists(name)
                        : new StoreException(taken, kind + " \"" + name + "\" already exists");
            }
            if (objects.size() >= NAMES_MAX) {
                throw new StoreException(
                        "53400", "more than " + NAMES_MAX + " " + kind + "s in one session; close some");
            }
        }

        /**
         * Adds an object.
         *
         * @param sql of which it was made
         * @param isOfSql whether a statement has made it, and not the protocol
         */
        void add(String name, T object, String sql, boolean isOfSql) {
            objects.put(name, new Named<>(object, sql, isOfSql, Instant.now()));
        }

        /** Returns the objects by their names, in the order in which they were added. */
        Map<String, Named<T>> all() {
            return objects;
        }

        /** Returns the object of this name; fails if there is none. */
        T require(String name) {
            return find(name).orElseThrow(() -> doesNotExist(name));
        }

        private StoreException doesNotExist(String name) {
            boolean unnamed = name.isEmpty() && kind.equals("prepared statement");
            return new StoreException(
                    missing, (unnamed ? "unnamed " + kind : kind + " \"" + name + "\"") + " does not exist");
        }

        Optional<T> find(String name) {
            return Optional.ofNullable(objects.get(name)).map(Named::object);
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

    /**
     * Fails if there is a cursor or portal of a name.
     *
     * @throws StoreException if so (SQLSTATE 42P03)
     */
    void requireFree(String name) {
        if (cursors.find(name).isPresent() || portals.find(name).isPresent()) {
            throw Cursors.alreadyExists(name);
        }
    }

    /** Closes a cursor or portal that exists. */
    void closeCursor(String name) {
        if (cursors.find(name).isEmpty() && portals.find(name).isPresent()) {
            portals.close(name);
        } else {
            cursors.close(name);
        }
    }

    /** Closes all cursors and portals, but for the one without a name, which may be that of CLOSE itself. */
    void closeCursors() {
        cursors.closeAll();
        portals.objects.keySet().removeIf(name -> !name.isEmpty());
    }

    /**
     * Fails if a statement needs a table for itself that an open cursor or portal reads.
     *
     * @param meaning returns the name of the table that a written name means
     * @throws StoreException if so (SQLSTATE 55006)
     */
    void requireUnused(String sql, UnaryOperator<String> meaning) {
        if (!cursors.queries().isEmpty() || !portals.objects.isEmpty()) {
            TableUse.of(sql)
                    .ifPresent(use -> use.requireNoneRead(
                            Stream.concat(
                                    cursors.queries().stream(),
                                    portals.objects.values().stream().map(Named::sql)),
                            meaning));
        }
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

    /** Closes the portals and cursors that end with their transaction. */
    void endTransaction(boolean isCommitted) {
        cursors.endTransaction(isCommitted);
        portals.objects.clear();
    }

    /** Closes all statements and portals. */
    void closeAll() {
        closeCursors();
        statements.objects.clear();
    }
}
