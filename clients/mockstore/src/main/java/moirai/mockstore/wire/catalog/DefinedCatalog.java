package moirai.mockstore.wire.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.time.IntervalStyle;
import moirai.mockstore.sql.time.SessionZone;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of a database at a server, in a database of its own that has no rows. They are sent when somebody
 * asks, in the order and with the text with which they were executed here. Thread-safe.
 */
public final class DefinedCatalog implements AutoCloseable {

    static final String DATABASE = "moirai";

    /** The options of a database whose texts are ordered and put into lower case as those of the store. */
    static final String LOCALE = " ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0";

    /** The time after which a question of a session without a limit of its own is given up. */
    static final String TIME_LIMIT = "60s";

    /** The owner of all definitions. The store gives the same name for its user, whoever connects. */
    static final String OWNER = "moirai";

    private static final Pattern VIEW = Pattern.compile("\\bVIEW\\b", Pattern.CASE_INSENSITIVE);

    private static final String VIEWS = """
            SELECT n.nspname, c.relname, pg_catalog.pg_get_viewdef(c.oid)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind = 'v' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY c.oid
            """;

    private final SqlDatabase database;
    private final CatalogServer server;
    private final Databases databases;
    private CatalogServer.@Nullable Access access;
    private @Nullable BackendConnection definer;
    /** The search path of the connection that defines; empty if it is not known. */
    private String path = "";
    /** True if the server was found not to start. */
    private boolean isMissing;

    private List<SqlDatabase.Text> sent = List.of();
    private int version;
    private int cleared;
    private ServerFunctions functions = ServerFunctions.NONE;
    /** The connections of sessions, by the schemas of their temporary tables. */
    private final Map<String, ToldConnection> sessions = new ConcurrentHashMap<>();

    private final Map<String, Integer> numbers = new HashMap<>();
    /** The version of the definitions among which the tables had these numbers. */
    private int numbersOf;

    private List<View> views = List.of();
    /** The definitions among which the views were. */
    private Optional<List<SqlDatabase.Text>> viewsOf = Optional.empty();

    public DefinedCatalog(SqlDatabase database, CatalogServer server) {
        this.database = database;
        this.server = server;
        this.databases = new Databases(database, this);
        if (isServed()) {
            database.catalog().useForeignTypes(new CatalogTypes(this));
        }
    }

    /** Returns the databases that clients may create. */
    public Databases databases() {
        return databases;
    }

    /** Asks the server something that needs no session. */
    synchronized List<List<Object>> ask(String query) {
        return definer().query(query);
    }

    /** Tells the server something that is no part of a transaction, if there is a server. */
    synchronized void askAlone(String sql) {
        if (isServed()) {
            definer();
            try (BackendConnection connection = BackendConnection.open(requireAccess(), "postgres")) {
                connection.query(sql);
            }
        }
    }

    /** Asks the server something in the zone and style of the session that is served, for a second at most. */
    synchronized List<List<Object>> askBriefly(String query) {
        BackendConnection connection = definer();
        connection.query("BEGIN; SET LOCAL statement_timeout = '1s'; SELECT set_config('TimeZone', '"
                + SessionZone.posix(SessionZone.current()) + "', true), set_config('IntervalStyle', '"
                + (IntervalStyle.isIso() ? IntervalStyle.ISO_8601 : "postgres") + "', true)");
        try {
            return connection.query(query);
        } finally {
            if (connection.isOpen()) {
                connection.query("ROLLBACK");
            }
        }
    }

    /** Returns the server's number of a table that is defined; 0 if the server does not know it. */
    synchronized int tableNumber(String table) {
        refresh();
        if (numbersOf != version) {
            numbers.clear();
            numbersOf = version;
        }
        return numbers.computeIfAbsent(
                table,
                name -> ask("SELECT coalesce(pg_catalog.to_regclass('"
                                + Identifiers.quoted(name).replace("'", "''") + "')::oid, 0)")
                        .stream()
                        .mapToInt(row -> Integer.parseUnsignedInt(row.getFirst().toString()))
                        .sum());
    }

    /** Returns the sequences that sessions share. */
    Map<String, Sequence> sequences() {
        return database.catalog().definitions().sequences();
    }

    /** Returns how often everything was dropped at the server, with the temporary tables of all sessions. */
    synchronized int cleared() {
        return cleared;
    }

    /** Notes the connection of a session, which alone knows the temporary tables of the session. */
    void connected(String temporary, ToldConnection connection) {
        sessions.put(temporary, connection);
    }

    void disconnected(String temporary) {
        sessions.remove(temporary);
    }

    /** Returns the server's number of a temporary table; 0 if the server does not know it. */
    int temporaryNumber(String table) {
        return Optional.ofNullable(sessions.get(Identifiers.schema(table)))
                .map(connection -> connection.tableNumber(Identifiers.bare(table)))
                .orElse(0);
    }

    /** Returns a number that changes with what the server knows. */
    synchronized int version() {
        return version;
    }

    /** Returns what the server says of a statement with one column; empty if it does not accept it. */
    synchronized Optional<CatalogTypes.StatementDescription> describe(String sql, List<Integer> types) {
        return CatalogTypes.StatementDescription.of(
                definer().parse(sql, types).describeStatement().sync());
    }

    /** Asks the server for the one value of a query in a time zone. */
    synchronized String askIn(String zone, String query) {
        BackendConnection connection = definer();
        connection.query("SELECT set_config('TimeZone', '" + zone.replace("'", "''") + "', false)");
        try {
            return connection.query(query).getFirst().getFirst().toString();
        } catch (StoreException failure) {
            throw failure.withoutPosition();
        }
    }

    /** Returns whether the server runs. */
    synchronized boolean isStarted() {
        return definer != null;
    }

    /** Starts the server if there is one; returns whether it runs. */
    synchronized boolean isStartable() {
        if (definer == null && !isMissing) {
            try {
                definer();
            } catch (StoreException missing) {
                isMissing = true;
            }
        }
        return definer != null;
    }

    /** Returns whether there is a server to ask. */
    boolean isServed() {
        return !server.equals(CatalogServer.NONE);
    }

    boolean isLockStep() {
        return database.store().options().schedule().kind() == Schedule.Kind.LOCK_STEP;
    }

    /** Returns whether the level is one at which statements lock rows and look at them again. */
    boolean isByStatement() {
        return database.store().options().level().isByStatement();
    }

    /**
     * A view.
     *
     * @param name with its schema unless that is the default one
     * @param query with the schema of each table
     */
    record View(String name, String query) {}

    /** Returns the views, those that others use before them. */
    synchronized List<View> views() {
        refresh();
        if (!viewsOf.equals(Optional.of(sent))) {
            BackendConnection connection = definer();
            use(connection, "\"\"");
            views = connection.query(VIEWS).stream()
                    .map(row -> new View(
                            Identifiers.inSchema(String.valueOf(row.get(0)), String.valueOf(row.get(1))),
                            String.valueOf(row.get(2))))
                    .toList();
            viewsOf = Optional.of(sent);
        }
        return views;
    }

    /** Returns whether views are defined; asks no server if there never was one. */
    boolean hasViews() {
        return database.defined().stream()
                        .anyMatch(text -> VIEW.matcher(text.sql()).find())
                && !views().isEmpty();
    }

    Optional<TableSchema> find(String table) {
        return database.catalog().find(table);
    }

    /** Returns the definition of a table. */
    TableSchema table(String name) {
        return database.catalog().table(name);
    }

    /**
     * Returns a new session at the server.
     *
     * @throws StoreException if there is no server
     */
    synchronized BackendConnection connect() {
        definer();
        BackendConnection connection = login(DATABASE);
        // No question changes anything, and none goes on for ever.
        connection.query("SET default_transaction_read_only = on; SET statement_timeout = '" + TIME_LIMIT + "';"
                + " SET client_connection_check_interval = '500ms'");
        return connection;
    }

    /**
     * Sends what was defined since the last question.
     *
     * @throws StoreException if the server does not accept all of it, so that nobody knows the answers: the error of
     *     PostgreSQL for the last definition, and SQLSTATE 0A000 for one before it
     */
    synchronized void refresh() {
        BackendConnection connection = definer();
        List<SqlDatabase.Text> defined = database.defined();
        if (!defined.subList(0, Math.min(sent.size(), defined.size())).equals(sent)) {
            connection.query("DROP OWNED BY " + OWNER + ", " + CatalogWords.FUNCTIONS + " CASCADE");
            Databases.dropRoles(connection);
            sent = List.of();
            version++;
            cleared++;
        }
        for (int next = sent.size(); next < defined.size(); next++) {
            try {
                use(connection, defined.get(next).path());
                connection.query(defined.get(next).sql());
                ServerFunctions.restrict(connection, defined.get(next).sql());
            } catch (StoreException failure) {
                throw next == defined.size() - 1
                        ? failure
                        : unknown(defined.get(next).sql(), failure);
            }
            sent = defined.subList(0, next + 1);
            version++;
        }
    }

    /** Returns the server's error for a definition, which is not kept; empty if it has none. */
    synchronized Optional<StoreException> failureOf(String definition) {
        refresh();
        BackendConnection connection = definer();
        connection.query("BEGIN");
        try {
            connection.query(definition);
            return Optional.empty();
        } catch (StoreException failure) {
            return Optional.of(failure);
        } finally {
            if (connection.isOpen()) {
                connection.query("ROLLBACK");
            }
        }
    }

    private static StoreException unknown(String sql, StoreException failure) {
        return new StoreException(
                "0A000",
                "what is defined here is not known to PostgreSQL, which answers '" + failure.getMessage() + "' to: "
                        + sql);
    }

    /**
     * Returns the first function or view of a statement that answers for the server and not for what is defined:
     * volatile functions, settings, statistics, locks.
     *
     * @param allowed those that are not looked for
     */
    synchronized Optional<String> foreignIn(String sql, Set<String> allowed) {
        definer();
        return CatalogWords.foreignIn(
                        sql,
                        name -> functions.foreign().contains(name) && !allowed.contains(name),
                        name -> functions.views().contains(name) && !allowed.contains(name))
                .or(() -> CatalogWords.sizeIn(sql));
    }

    /** Returns the names of PostgreSQL's functions that what is defined may not call. */
    synchronized Set<String> notInFunctions() {
        definer();
        return functions.notInFunctions();
    }

    /** Returns the connection that defines, in which names mean what they mean to the session of this thread. */
    private BackendConnection definer() {
        BackendConnection known = definer;
        if (known == null || !known.isOpen()) {
            access = server.access();
            known = begin();
            definer = known;
            path = "";
        }
        use(known, SearchPath.current().setting());
        return known;
    }

    private void use(BackendConnection connection, String searchPath) {
        if (!searchPath.equals(path)) {
            connection.query("SELECT set_config('search_path', '" + searchPath.replace("'", "''") + "', false)");
            path = searchPath;
        }
    }

    private BackendConnection begin() {
        try (BackendConnection first = BackendConnection.open(requireAccess(), "postgres")) {
            Databases.make(first);
        }
        sent = List.of();
        version++;
        BackendConnection connection = login(DATABASE);
        connection.query("SET lock_timeout = '10s'");
        functions = ServerFunctions.begin(connection);
        return connection;
    }

    private BackendConnection login(String name) {
        BackendConnection connection = BackendConnection.open(requireAccess(), name);
        connection.query("SET client_min_messages = error; SET SESSION AUTHORIZATION " + OWNER);
        return connection;
    }

    private CatalogServer.Access requireAccess() {
        if (access == null) {
            throw new IllegalStateException("no server was started");
        }
        return access;
    }

    @Override
    public synchronized void close() {
        if (definer != null) {
            definer.close();
        }
    }
}
