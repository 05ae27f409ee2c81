package moirai.mockstore.sql;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.define.Definitions;
import moirai.mockstore.sql.define.ForeignDefinition;
import moirai.mockstore.sql.define.Indexing;
import moirai.mockstore.sql.define.TouchedTable;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.rows.TableRows;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.sessions.Notifications;
import moirai.mockstore.sql.syntax.Identifiers;

/**
 * A database of tables on a store. Definitions of tables take effect at once and for all sessions, whatever the level.
 */
public final class SqlDatabase {

    private final MockStore store;
    private volatile Clock clock;
    private final Catalog catalog = new Catalog();
    private final Storage storage = new Storage();
    private final Statements statements = new Statements(catalog, storage);
    private final Indexing indexing;
    private final Notifications notifications;
    private final Object defining = new Object();
    /** The text of each definition. Written with the lock, read without: who reads may hold locks of its own. */
    private volatile List<String> defined = List.of();

    /** The transaction that has defined something and has not ended, and what was defined before. */
    private Optional<Definer> definer = Optional.empty();

    /** True while a table may have rows that a rollback takes away, with those that others add to them. */
    private volatile boolean areRowsReplaced;

    private record Definer(Object transaction, Defined before) {}

    private final Defined nothing = state();
    private Catalog.Definitions kept = nothing.catalog();
    private int keptCount;

    public SqlDatabase(MockStore store) {
        this(store, Clock.systemUTC());
    }

    /**
     * Creates a database without tables.
     *
     * @param clock the time that {@code now()} returns
     */
    public SqlDatabase(MockStore store, Clock clock) {
        this.store = store;
        this.indexing = new Indexing(catalog, storage, store::values);
        this.notifications = new Notifications(() -> !isLockStep());
        this.clock = clock;
        catalog.useSeed(store.options().seed());
    }

    public MockStore store() {
        return store;
    }

    /** Returns the catalogue of what is defined. */
    public Catalog catalog() {
        return catalog;
    }

    /** Returns the rows of each table. */
    public Storage storage() {
        return storage;
    }

    /** Returns the clock that {@code now()} reads when a transaction begins. */
    public Clock clock() {
        return clock;
    }

    /** Gives the transactions that begin from now on another clock. */
    public void useClock(Clock other) {
        clock = other;
    }

    Notifications notifications() {
        return notifications;
    }

    Statements statements() {
        return statements;
    }

    /**
     * What is defined at a moment.
     *
     * @param rows of each table
     * @param texts of all definitions
     */
    record Defined(Catalog.Definitions catalog, Map<String, TableRows> rows, List<String> texts) {}

    /**
     * Returns what is defined, to a transaction that is about to define something. Until it ends, no other may.
     *
     * @throws StoreException if another transaction has defined something and not ended (SQLSTATE 55P03)
     */
    Defined beginDefinitions(Object transaction) {
        synchronized (defining) {
            requireNoDefiner(transaction);
            Defined before = state();
            definer = Optional.of(new Definer(transaction, before));
            return before;
        }
    }

    /** Fails if another transaction has defined something and not ended. */
    void requireNoDefiner(Object transaction) {
        synchronized (defining) {
            if (definer.isPresent() && !definer.get().transaction().equals(transaction)) {
                throw new StoreException(
                        "55P03", "another transaction has defined something and has not ended: try again later");
            }
        }
    }

    /**
     * Fails if another transaction has emptied, dropped or filled anew a table and has not ended: rows that were added
     * meanwhile would be lost with its rollback. Waits for the end of a definition.
     *
     * @throws StoreException if so (SQLSTATE 55P03)
     */
    void requireNoReplacement(Object transaction) {
        if (areRowsReplaced && !Thread.holdsLock(defining)) {
            synchronized (defining) {
                if (areRowsReplaced) {
                    requireNoDefiner(transaction);
                }
            }
        }
    }

    /** Returns what is defined. */
    Defined state() {
        return new Defined(catalog.definitions(), storage.tables(), defined());
    }

    /** Ends the definitions of a transaction: they stay. */
    void endDefinitions() {
        synchronized (defining) {
            definer = Optional.empty();
            areRowsReplaced = false;
        }
    }

    /** Takes back what a transaction has defined since. */
    void undo(Defined former) {
        synchronized (defining) {
            // Whoever still finds a definition finds its rows.
            storage.backTo(former.rows());
            catalog.undo(former.catalog());
            defined = former.texts();
        }
    }

    /** Returns whether nothing is defined, of the store's own kinds or of those that only PostgreSQL understands. */
    public boolean isEmpty() {
        return catalog.tables().isEmpty()
                && catalog.sequences().isEmpty()
                && catalog.schemas().equals(nothing.catalog().schemas().stream().toList())
                && defined.stream().allMatch(sql -> ForeignDefinition.of(sql).isEmpty());
    }

    /**
     * Drops everything that is defined, with all rows.
     *
     * @throws StoreException if a transaction is pending (SQLSTATE 55006, or 55P03 if it has defined something)
     */
    public void clear() {
        synchronized (defining) {
            // One that has only defined something is not pending in the store.
            requireNoDefiner(this);
            // Transactions that begin from now on wait for the end of this.
            areRowsReplaced = true;
            try {
                if (!store.isIdle()) {
                    throw new StoreException("55006", "the database is being accessed by other users");
                }
                undo(nothing);
            } finally {
                areRowsReplaced = false;
            }
        }
    }

    /** Executes a definition and keeps its text. */
    SqlResult define(String sql, Function<Definitions, String> definition, SqlSession current) {
        var notices = new ArrayList<String>();
        String tag =
                define(sql, false, () -> definition.apply(new Definitions(catalog, storage, notices::add)), current);
        return SqlResult.defined(tag, notices);
    }

    /** Keeps the text of a definition that only PostgreSQL understands; returns its tag. */
    String define(ForeignDefinition definition, SqlSession current) {
        definition.requireHarmless();
        return define(definition.sql(), true, definition::tag, current);
    }

    /** Empties tables. */
    String truncate(List<String> tables, boolean restart, boolean cascade) {
        return undoable(before -> new Definitions(catalog, storage, notice -> {}).truncate(tables, restart, cascade));
    }

    private String define(String sql, boolean isForeign, Supplier<String> definition, SqlSession current) {
        return undoable(before -> {
            String tag;
            try {
                tag = definition.get();
            } catch (TouchedTable touched) {
                undo(before);
                tag = refill(touched, definition, current);
            } catch (StoreException refusal) {
                throw catalog.foreignTypes().failureOf(sql).orElse(refusal);
            }
            defined = Stream.concat(defined.stream(), Stream.of(sql)).toList();
            if (isForeign || catalog.foreignTypes().isThere()) {
                catalog.foreignTypes().refresh();
            }
            return tag;
        });
    }

    /** Does something that is taken back if it fails, while no other transaction sees it half done. */
    private String undoable(Function<Defined, String> definition) {
        synchronized (defining) {
            Defined before = state();
            areRowsReplaced = true;
            boolean isDone = false;
            try {
                String tag = definition.apply(before);
                indexing.update();
                isDone = true;
                return tag;
            } finally {
                if (!isDone) {
                    undo(before);
                }
                areRowsReplaced = definer.filter(
                                pending -> isAnyLost(pending.before().rows()))
                        .isPresent();
            }
        }
    }

    /** Returns whether a table has no longer the rows that it had. */
    private boolean isAnyLost(Map<String, TableRows> former) {
        Map<String, TableRows> now = storage.tables();
        return former.entrySet().stream().anyMatch(table -> table.getValue() != now.get(table.getKey()));
    }

    /**
     * Executes a definition on a table without rows, and then puts its rows back: within the session's transaction if
     * that knows all of them, and else between two checkpoints, as all are committed.
     *
     * @throws StoreException if another transaction is pending, or a row does not satisfy the definition
     */
    private String refill(TouchedTable touched, Supplier<String> definition, SqlSession current) {
        if (isLockStep()) {
            // The rows would wait for their turns, and the others for the definition.
            throw touched.refusal();
        }
        if (current.knowsAll(touched.table())) {
            return refilled(touched, definition, current);
        }
        try {
            store.checkpoint();
        } catch (StoreException pending) {
            throw touched.refusal();
        }
        try (SqlSession session = session()) {
            session.execute("BEGIN");
            String tag = refilled(touched, definition, session);
            session.execute("COMMIT");
            store.checkpoint();
            return tag;
        }
    }

    private String refilled(TouchedTable touched, Supplier<String> definition, SqlSession session) {
        String name = Identifiers.quoted(touched.table());
        SqlResult rows = session.execute("SELECT * FROM " + name);
        storage.begin(touched.table());
        catalog.replace(catalog.table(touched.table()));
        String tag;
        try {
            tag = definition.get();
        } catch (TouchedTable another) {
            throw another.refusal();
        }
        // While there are no rows.
        indexing.update();
        TableSchema table = catalog.table(touched.table());
        catalog.replace(table.refillable());
        fill(session, name, rows);
        catalog.replace(table);
        // They were deferred while rows were put back, since a row may refer to a later one.
        session.checkNow(table.foreignKeys().stream()
                .filter(key -> !key.isDeferred())
                .map(ForeignKeySchema::name)
                .collect(Collectors.toSet()));
        return tag;
    }

    private static void fill(SqlSession session, String name, SqlResult rows) {
        String columns = rows.columns().stream()
                .map(column -> Identifiers.literal(column.label()))
                .collect(Collectors.joining(", "));
        session.insertAll(name, columns, rows.rows());
    }

    boolean isLockStep() {
        return store.options().schedule().kind() == Schedule.Kind.LOCK_STEP;
    }

    /** Returns the text of each definition that was executed, in their order. */
    public List<String> defined() {
        return defined;
    }

    /**
     * Fails if a guide controls the store: definitions belong to no transaction, so they could be neither rolled back
     * nor placed in a behaviour.
     *
     * @throws StoreException if a guide controls the store (SQLSTATE 0A000)
     */
    void requireDefinable() {
        if (store.isGuided()) {
            throw new StoreException(
                    "0A000", "what defines or empties tables cannot be explored; it belongs before the checkpoint");
        }
    }

    /** Makes a checkpoint of tables, rows and sequences, which {@link #reset} goes back to. */
    public void keep() {
        store.keep();
        storage.keep();
        kept = catalog.definitions();
        keptCount = defined().size();
    }

    /** Goes back to what was {@linkplain #keep kept}, under other options of the store; see {@link MockStore#reset}. */
    public void reset(StoreOptions options) {
        store.reset(options);
        catalog.useSeed(options.seed());
        storage.reset();
        catalog.backTo(kept);
        synchronized (defining) {
            defined = defined.subList(0, keptCount);
        }
    }

    /** Opens the next session. */
    public SqlSession session() {
        return new SqlSession(this);
    }
}
