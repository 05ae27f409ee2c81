package moirai.mockstore.sql;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.define.DefinitionContext;
import moirai.mockstore.sql.define.Definitions;
import moirai.mockstore.sql.define.ForeignDefinition;
import moirai.mockstore.sql.define.Indexing;
import moirai.mockstore.sql.define.TouchedTable;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.rows.TableRows;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.SavedDefinitions;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.sessions.Notifications;

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
    private volatile List<Text> defined = List.of();

    /** The transaction that has defined something and has not ended, and what was defined before. */
    private Optional<Definer> definer = Optional.empty();

    /** True while a table may have rows that a rollback takes away, with those that others add to them. */
    private volatile boolean areRowsReplaced;

    private record Definer(Object transaction, Defined before) {}

    /**
     * The text of a definition.
     *
     * @param path the search path under which its names are understood
     */
    public record Text(String path, String sql) {

        /** Returns a text of the session for which this thread works. */
        static Text of(String sql) {
            return new Text(SearchPath.current().setting(), sql);
        }
    }

    private final Defined nothing = state();
    private SavedDefinitions kept = nothing.catalog();
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
        store.memory().tell(storage::parts);
    }

    /** Forgets the rows that the store has forgotten. */
    void forgetRows() {
        if (store.memory().hasForgotten()) {
            storage.forget(store.memory().takeForgotten(), store.memory()::isForgotten);
        }
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

    /** Makes the indexes of the tables of a scope that do not have them. */
    void index(SearchPath.Scope scope) {
        indexing.update(scope);
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
    record Defined(SavedDefinitions catalog, Map<String, TableRows> rows, List<Text> texts) {}

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

    /** Returns what is defined for all sessions. */
    Defined state() {
        return new Defined(catalog.definitions(), storage.tables(SearchPath.PERMANENT), defined());
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
            storage.backTo(former.rows(), SearchPath.PERMANENT);
            catalog.undo(former.catalog());
            defined = former.texts();
        }
    }

    /**
     * Returns whether nothing but roles is defined, of the store's own kinds or of those that only PostgreSQL
     * understands.
     */
    public boolean isEmpty() {
        SavedDefinitions shared = catalog.definitions();
        return shared.tables().isEmpty()
                && shared.sequences().isEmpty()
                && catalog.schemas().equals(nothing.catalog().schemas().stream().toList())
                && defined.stream()
                        .flatMap(text -> ForeignDefinition.of(text.sql()).stream())
                        .allMatch(ForeignDefinition::isOfRole);
    }

    /**
     * Drops everything that is defined but roles, with all rows.
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
                List<Text> roles = defined.stream()
                        .filter(text -> ForeignDefinition.of(text.sql())
                                .filter(ForeignDefinition::isOfRole)
                                .isPresent())
                        .toList();
                undo(nothing);
                defined = roles;
            } finally {
                areRowsReplaced = false;
            }
        }
    }

    /** Executes a definition and keeps its text. */
    SqlResult define(String sql, Function<Definitions, String> definition, SqlSession current) {
        var notices = new ArrayList<String>();
        Definitions definitions = definitions(sql, current, notices::add);
        String tag = define(sql, false, () -> definition.apply(definitions), current);
        return SqlResult.defined(tag, notices);
    }

    /** Returns who executes a definition of a session. */
    Definitions definitions(String sql, SqlSession session, Consumer<String> notices) {
        return new Definitions(new DefinitionContext(catalog, storage, sql, session.moment()), notices);
    }

    /** Returns who empties and drops tables. */
    Definitions definitions() {
        return new Definitions(new DefinitionContext(catalog, storage, "", OffsetDateTime.now(clock)), notice -> {});
    }

    /** Keeps the text of a definition that only PostgreSQL understands; returns its tag. */
    String define(ForeignDefinition definition, SqlSession current) {
        definition.requireHarmless(catalog);
        return define(definition.sql(), true, definition::tag, current);
    }

    /** Empties tables. */
    String truncate(List<String> tables, boolean restart, boolean cascade) {
        return undoable(before -> definitions().truncate(tables, restart, cascade));
    }

    private String define(String sql, boolean isForeign, Supplier<String> definition, SqlSession current) {
        return undoable(before -> {
            String tag;
            try {
                tag = definition.get();
            } catch (TouchedTable touched) {
                undo(before);
                tag = new Refilling(this, touched, definition).refill(current);
            } catch (StoreException refusal) {
                throw current.temporaries().failureOf(sql).orElse(refusal);
            }
            defined = Stream.concat(defined.stream(), Stream.of(Text.of(sql))).toList();
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
                indexing.update(SearchPath.PERMANENT);
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
        Map<String, TableRows> now = storage.tables(SearchPath.PERMANENT);
        return former.entrySet().stream().anyMatch(table -> table.getValue() != now.get(table.getKey()));
    }

    boolean isLockStep() {
        return store.options().schedule().kind() == Schedule.Kind.LOCK_STEP;
    }

    /** Returns the text of each definition that was executed, in their order. */
    public List<Text> defined() {
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
