package moirai.mockstore.sql;

import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreSession;
import moirai.mockstore.sql.control.Command;
import moirai.mockstore.sql.control.SettingValues;
import moirai.mockstore.sql.control.Settings;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.rows.TxnRows;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.sessions.Channels;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session. The store's transaction begins with the first statement that needs it, as PostgreSQL's
 * snapshot does, not with BEGIN.
 */
final class SessionTransaction {

    private final SqlDatabase database;
    private final StoreSession session;
    private final TemporaryTables temporaries;
    private final Channels channels;
    private SqlSession.Status status = SqlSession.Status.IDLE;
    private @Nullable TxnRows rows;
    private @Nullable OffsetDateTime began;
    /** The definitions before the first one of the transaction. */
    private Optional<SqlDatabase.Defined> definedBefore = Optional.empty();

    private final Savepoints<AtSavepoint> savepoints = new Savepoints<>();
    /** The last commit of the store before the transaction's first definition. */
    private long lastCommitBefore;

    private Runnable afterEach = () -> {};
    private boolean readOnly;
    private final Settings settings;
    private SettingValues settingsBefore = SettingValues.INITIAL;
    private Runnable whenSettingsChange = () -> {};

    /**
     * What a rollback to a savepoint takes back.
     *
     * @param defined null if the transaction had defined nothing
     */
    private record AtSavepoint(SqlDatabase.@Nullable Defined defined, SettingValues settings, boolean readOnly) {}

    SessionTransaction(SqlDatabase database) {
        this.database = database;
        this.session = database.store().session();
        this.temporaries = new TemporaryTables(
                database, SearchPath.of(SearchPath.INITIAL, session.number()).own());
        this.channels = new Channels(database.notifications());
        this.settings =
                new Settings((name, value) -> database.catalog().foreignTypes().setting(name, value));
    }

    /** Returns the settings of the session. */
    Settings settings() {
        return settings;
    }

    /** Has something done whenever the end of a transaction or a savepoint may have changed settings. */
    void whenSettingsChange(Runnable action) {
        whenSettingsChange = action;
    }

    /** Ends what was set: it stays, but for what is of the transaction alone, or is taken back. */
    void endSettings(boolean areKept) {
        settings.backTo(areKept ? settings.values().committed() : settingsBefore);
        settingsBefore = settings.values();
        whenSettingsChange.run();
    }

    SqlSession.Status status() {
        return status;
    }

    StoreSession session() {
        return session;
    }

    /** Returns the temporary tables of the session. */
    TemporaryTables temporaries() {
        return temporaries;
    }

    Channels channels() {
        return channels;
    }

    /** Does something with the channels, which takes effect at the commit; without a transaction at once. */
    void tell(Consumer<Channels> action) {
        action.accept(channels);
        if (status == SqlSession.Status.IDLE) {
            commit();
        }
    }

    OffsetDateTime now() {
        if (began == null) {
            began = OffsetDateTime.now(database.clock());
        }
        return began;
    }

    /** Returns when the transaction began, or the present time if there is none. */
    OffsetDateTime moment() {
        return began == null || status == SqlSession.Status.IDLE ? OffsetDateTime.now(database.clock()) : began;
    }

    /** Fails if the transaction has failed and the action does not end it. */
    void requireUsable(Statements.Action action) {
        boolean ends = action instanceof Statements.Action.Control(Command command)
                && (command instanceof Command.Commit
                        || command instanceof Command.Rollback
                        || command instanceof Command.RollbackTo);
        if (status == SqlSession.Status.FAILED && !ends) {
            throw aborted();
        }
    }

    static StoreException aborted() {
        return new StoreException(
                "25P02", "current transaction is aborted, commands ignored until end of transaction block");
    }

    boolean isReadOnlyByDefault() {
        return settings.value(Settings.READ_ONLY).filter("on"::equals).isPresent();
    }

    /** Returns whether the transaction may only read; without one, whether the next may. */
    boolean isReadOnly() {
        return readOnly || (status == SqlSession.Status.IDLE && isReadOnlyByDefault());
    }

    void requireWritable(String command) {
        if (isReadOnly()) {
            throw new StoreException("25006", "cannot execute " + command + " in a read-only transaction");
        }
    }

    /**
     * Fails if the transaction may define nothing.
     *
     * @param tag of the definition
     */
    void requireDefinable(String tag) {
        database.requireDefinable();
        requireWritable(tag);
    }

    /** Runs a statement in the transaction, or in a transaction of its own if there is none. */
    <T> T run(Function<StatementRows, T> statement) {
        TxnRows txn = rows();
        // After the beginning in the store: whoever replaces rows makes sure that none is pending.
        database.requireNoReplacement(this);
        try {
            txn.beginStatement();
            T result = statement.apply(new StatementRows(txn));
            if (status == SqlSession.Status.IDLE) {
                commit();
            }
            return result;
        } catch (StoreException refusal) {
            throw txn.cause(refusal);
        }
    }

    private TxnRows rows() {
        if (rows == null) {
            now();
            database.forgetRows();
            rows = new TxnRows(session.begin(), database.store().options().level(), temporaries.rows());
        }
        return rows;
    }

    /** Begins a transaction; returns false if there is one already. */
    boolean begin() {
        if (status != SqlSession.Status.IDLE) {
            return false;
        }
        now();
        status = SqlSession.Status.ACTIVE;
        readOnly = isReadOnlyByDefault();
        return true;
    }

    /** Lets the transaction only read, or also write. Without one it changes nothing. */
    void access(boolean isReadOnly) {
        readOnly = isReadOnly && status != SqlSession.Status.IDLE;
    }

    /** Ends the transaction; returns whether it was committed. */
    boolean commit() {
        if (status == SqlSession.Status.FAILED) {
            rollback();
            return false;
        }
        if (rows != null) {
            try {
                rows.checkDeferred();
            } catch (StoreException violated) {
                rollback();
                throw violated;
            }
        }
        TxnRows pending = rows;
        over();
        try {
            channels.commit(() -> commit(pending));
        } finally {
            afterEach.run();
        }
        return true;
    }

    private void commit(@Nullable TxnRows pending) {
        boolean isDone = false;
        try {
            if (pending != null) {
                pending.commit();
            }
            isDone = true;
        } finally {
            end(isDone);
        }
    }

    /**
     * Runs a definition. If the transaction is rolled back, it is taken back, too.
     *
     * @throws StoreException if another transaction has defined something and not ended (SQLSTATE 55P03)
     */
    <T> T define(Supplier<T> definition) {
        if (status == SqlSession.Status.IDLE) {
            database.requireNoDefiner(this);
        } else if (definedBefore.isEmpty()) {
            definedBefore = Optional.of(database.beginDefinitions(this));
            lastCommitBefore = session.lastCommit();
        }
        return definition.get();
    }

    /**
     * Returns whether the pending transaction knows all rows of a table: it is alone, and has made or emptied the table
     * while nobody has committed since, or sees whatever was committed.
     */
    boolean knowsAll(String table) {
        boolean isOwn = definedBefore
                .filter(before -> !Objects.equals(
                        before.rows().get(table),
                        database.storage().tables(SearchPath.PERMANENT).get(table)))
                .isPresent();
        // Others see a new table at once: they may have added rows before this transaction began in the store.
        boolean isUnseen = isOwn && session.lastCommit() == lastCommitBefore;
        return rows != null && (isUnseen ? rows.isAlone() : rows.seesAll());
    }

    private void end(boolean isCommitted) {
        endDefinitions(isCommitted);
        temporaries.end(isCommitted);
        endSettings(isCommitted);
        savepoints.clear();
    }

    private void endDefinitions(boolean areKept) {
        if (definedBefore.isPresent()) {
            if (!areKept) {
                database.undo(definedBefore.get());
            }
            database.endDefinitions();
            definedBefore = Optional.empty();
        }
    }

    /** Sets a savepoint. */
    void savepoint(String name) {
        savepoints("SAVEPOINT").savepoint(name);
        temporaries.savepoint(name);
        channels.savepoint(name);
        SqlDatabase.Defined defined = definedBefore.isPresent() ? database.state() : null;
        savepoints.add(name, new AtSavepoint(defined, settings.values(), readOnly));
    }

    /**
     * Lets constraints that wait for the commit wait on, or be checked from now on at once.
     *
     * @param constraints by name; all if it is empty
     */
    void defer(Set<String> constraints, boolean waits) {
        if (status == SqlSession.Status.IDLE) {
            return;
        }
        rows().defer(constraints, waits);
    }

    /** Waits until it is the turn of the transaction, if there is one, to be rolled back. */
    void awaitEnd() {
        if (rows != null) {
            rows.awaitEnd();
        }
    }

    void rollback() {
        TxnRows pending = rows;
        over();
        if (pending != null) {
            pending.abort();
        }
        channels.forget();
        end(false);
        afterEach.run();
    }

    /** Has something done after the end of each transaction. */
    void afterEach(Runnable action) {
        afterEach = action;
    }

    private void over() {
        rows = null;
        began = null;
        readOnly = false;
        status = SqlSession.Status.IDLE;
    }

    /** Marks the transaction as failed, after an error of a statement. */
    void fail() {
        if (status == SqlSession.Status.IDLE) {
            rollback();
        } else {
            if (rows != null && status == SqlSession.Status.ACTIVE) {
                rows.fail();
            }
            status = SqlSession.Status.FAILED;
        }
    }

    /** Returns the transaction, for a command about its savepoints. */
    TxnRows savepoints(String command) {
        if (status == SqlSession.Status.IDLE) {
            throw new StoreException("25P01", command + " can only be used in transaction blocks");
        }
        return rows();
    }

    void release(String name) {
        savepoints("RELEASE SAVEPOINT").release(name);
        temporaries.release(name);
        channels.release(name);
        // Even then PostgreSQL takes this back.
        readOnly = savepoints.release(name).readOnly();
    }

    void rollbackTo(String name) {
        TxnRows pending = savepoints("ROLLBACK TO SAVEPOINT");
        pending.require(name);
        if (!pending.isPending()) {
            throw new StoreException(
                    StoreException.SERIALIZATION_FAILURE,
                    "the store has aborted the transaction with its savepoints; accepted is ROLLBACK");
        }
        pending.rollbackTo(name);
        temporaries.rollbackTo(name);
        channels.rollbackTo(name);
        AtSavepoint former = savepoints.backTo(name);
        definedBefore.ifPresent(before -> database.undo(former.defined() == null ? before : former.defined()));
        settings.backTo(former.settings());
        readOnly = former.readOnly();
        whenSettingsChange.run();
        status = SqlSession.Status.ACTIVE;
    }
}
