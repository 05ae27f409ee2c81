package moirai.mockstore.sql;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.control.Command;
import moirai.mockstore.sql.control.Settings;
import moirai.mockstore.sql.define.Definitions;
import moirai.mockstore.sql.expression.SessionCalls;
import moirai.mockstore.sql.plan.SessionSettings;
import moirai.mockstore.sql.sessions.Channels;
import moirai.mockstore.sql.sessions.SessionHost;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;

/** Executes a session's commands. */
final class SessionCommands implements SessionSettings, SessionCalls {

    private static final String POLICY = "moirai.policy";
    /** The value of the setting that means the policy of the store. */
    private static final String STORE = "store";

    private final SqlDatabase database;
    private final SessionTransaction transaction;
    private final Settings settings;
    private SessionHost host = SessionHost.NONE;
    private String policy = STORE;
    /** The level that the transaction has asked for. */
    private Optional<String> asked = Optional.empty();

    SessionCommands(SqlDatabase database, SessionTransaction transaction) {
        this.database = database;
        this.transaction = transaction;
        this.settings = transaction.settings();
        transaction.whenSettingsChange(this::followSettings);
    }

    SqlResult execute(Command command) {
        return switch (command) {
            case Command.Begin begin -> begin(begin.characteristics());
            case Command.Commit(boolean chains) -> end("COMMIT", chains);
            case Command.Rollback(boolean chains) -> end("ROLLBACK", chains);
            case Command.Savepoint savepoint -> {
                transaction.savepoint(savepoint.name());
                yield SqlResult.done("SAVEPOINT");
            }
            case Command.Release release -> {
                transaction.release(release.name());
                yield SqlResult.done("RELEASE");
            }
            case Command.RollbackTo rollback -> {
                transaction.rollbackTo(rollback.name());
                yield SqlResult.done("ROLLBACK");
            }
            case Command.SetTransaction set -> setTransaction(set);
            case Command.SetConstraints set -> setConstraints(set);
            case Command.Set set -> {
                set(set.name(), set.value(), set.isLocal());
                yield set("SET");
            }
            case Command.Reset reset -> {
                set(reset.name(), "default", false);
                yield set("RESET");
            }
            case Command.Show show -> show(show.name());
            case Command.ResetAll reset -> reset(reset);
            case Command.Checkpoint checkpoint -> {
                database.requireDefinable();
                database.store().checkpoint();
                yield SqlResult.done("CHECKPOINT");
            }
            case Command.Listen listen -> told("LISTEN", channels -> channels.listen(listen.channel()));
            case Command.Unlisten unlisten -> told("UNLISTEN", channels -> channels.unlisten(unlisten.channel()));
            case Command.Notify notify -> told("NOTIFY", channels -> channels.send(notify.channel(), notify.payload()));
            case Command.Lock lock -> {
                lock(lock.tables());
                yield SqlResult.done("LOCK TABLE");
            }
            case Command.Nothing nothing -> SqlResult.done(nothing.tag());
            case Command.Truncate truncate -> truncate(truncate);
            case Command.Explain explain ->
                throw new IllegalStateException("a session explains, since it executes the statement");
        };
    }

    private SqlResult setConstraints(Command.SetConstraints set) {
        set.constraints().forEach(database.catalog().names()::requireDeferred);
        transaction.defer(
                set.constraints().stream()
                        .map(name -> Identifiers.of(name.substring(Identifiers.dot(name) + 1)))
                        .collect(Collectors.toSet()),
                !set.now());
        return SqlResult.done("SET CONSTRAINTS");
    }

    private SqlResult setTransaction(Command.SetTransaction set) {
        apply(set.characteristics(), set.allToCome(), true);
        if (!set.allToCome() && transaction.status() != SqlSession.Status.IDLE) {
            note(set.characteristics());
        }
        return set("SET");
    }

    /** Ends a command that has changed settings. */
    private SqlResult set(String tag) {
        if (transaction.status() == SqlSession.Status.IDLE) {
            transaction.endSettings(true);
        }
        return SqlResult.done(tag);
    }

    private SqlResult told(String tag, Consumer<Channels> action) {
        transaction.tell(action);
        return SqlResult.done(tag);
    }

    private SqlResult reset(Command.ResetAll reset) {
        if (reset.isOfAll() && transaction.status() != SqlSession.Status.IDLE) {
            throw new StoreException("25001", "DISCARD ALL cannot run inside a transaction block");
        }
        settings.reset();
        followSettings();
        if (reset.isOfAll()) {
            transaction.tell(channels -> channels.unlisten(""));
        }
        return set(reset.tag());
    }

    /** Makes the session one of a server's. */
    void use(SessionHost server) {
        host = server;
        transaction.channels().use(server);
    }

    @Override
    public SessionCalls calls() {
        return this;
    }

    @Override
    public int process() {
        return host.process();
    }

    @Override
    public void send(String channel, String payload) {
        transaction.channels().send(channel, payload);
    }

    @Override
    public boolean cancel(int process) {
        return host.cancel(process);
    }

    @Override
    public boolean terminate(int process, long millis) {
        return host.terminate(process, millis);
    }

    /** Ends the transaction; the next one, if it is chained, is of the same characteristics. */
    private SqlResult end(String verb, boolean chains) {
        if (chains && transaction.status() == SqlSession.Status.IDLE) {
            throw new StoreException("25P01", verb + " AND CHAIN can only be used in transaction blocks");
        }
        var same = new Command.Characteristics(asked.orElse(""), transaction.isReadOnly() ? "read only" : "read write");
        boolean isCommitted = verb.equals("COMMIT") && transaction.commit();
        if (verb.equals("ROLLBACK")) {
            transaction.awaitEnd();
            transaction.rollback();
        }
        if (chains) {
            begin(same);
        }
        return SqlResult.done(isCommitted ? "COMMIT" : "ROLLBACK");
    }

    /**
     * Accepts a lock of tables where the level gives what the lock would: as if nobody changed them until the end of
     * the transaction. Nobody waits; whoever would have to has a serialization failure.
     */
    private void lock(List<String> tables) {
        if (transaction.status() == SqlSession.Status.IDLE) {
            throw new StoreException("25P01", "LOCK TABLE can only be used in transaction blocks");
        }
        tables.stream().map(database.catalog().names()::resolve).forEach(database.catalog()::table);
        StoreLevel level = database.store().options().level();
        if (level.isByStatement() || !level.guarantee().implies(IsolationLevel.SERIALIZABLE)) {
            throw Unsupported.refuse(
                    "LOCK TABLE at " + StoreLevels.ALL.label(level) + ", which has no locks of tables,");
        }
    }

    private SqlResult truncate(Command.Truncate truncate) {
        transaction.requireDefinable("TRUNCATE TABLE");
        List<String> tables = truncate.tables().stream()
                .map(database.catalog().names()::resolve)
                .toList();
        return Definitions.areTemporary(tables)
                ? transaction.temporaries().truncate(tables, truncate, transaction.status())
                : SqlResult.done(
                        transaction.define(() -> database.truncate(tables, truncate.restart(), truncate.cascade())));
    }

    private SqlResult begin(Command.Characteristics characteristics) {
        // A level that is refused leaves no transaction behind.
        requireLevelIfAny(characteristics);
        // A second BEGIN is a warning in PostgreSQL, and changes nothing.
        boolean began = transaction.begin();
        apply(characteristics, false, began);
        if (began) {
            note(characteristics);
        }
        return SqlResult.done("BEGIN");
    }

    private void apply(Command.Characteristics characteristics, boolean allToCome, boolean applies) {
        requireLevelIfAny(characteristics);
        if (!applies || characteristics.access().isEmpty()) {
            return;
        }
        boolean isReadOnly = characteristics.access().equals("read only");
        if (allToCome) {
            settings.set(Settings.READ_ONLY, isReadOnly ? "on" : "off", false);
        } else {
            transaction.access(isReadOnly);
        }
    }

    private void requireLevelIfAny(Command.Characteristics characteristics) {
        if (!characteristics.isolation().isEmpty()) {
            requireLevel(characteristics.isolation());
        }
    }

    /** Notes the level that the transaction has asked for, which it gets and perhaps a stronger one. */
    private void note(Command.Characteristics characteristics) {
        if (!characteristics.isolation().isEmpty()) {
            asked = Optional.of(characteristics.isolation());
        }
    }

    /**
     * Fails if the store does not guarantee the level, unless the store has a guide, which decides what is guaranteed.
     */
    private void requireLevel(String isolation) {
        if (!database.store().isGuided()) {
            Settings.requireLevel(isolation, database.store().options().level());
        }
    }

    /**
     * Changes a setting.
     *
     * @param isLocal whether the end of the transaction, or of its only statement, takes it back
     */
    @Override
    public void set(String name, String value, boolean isLocal) {
        switch (name) {
            case POLICY -> {
                if (value.equals("default")) {
                    settings.keep(POLICY, Optional.empty(), isLocal);
                    followSettings();
                } else {
                    usePolicy(value);
                    settings.keep(POLICY, Optional.of(policy), isLocal);
                }
            }
            case "transaction_isolation", "default_transaction_isolation" -> {
                if (!value.equalsIgnoreCase("default")) {
                    requireLevel(value);
                }
            }
            case "transaction_read_only" ->
                transaction.access(Settings.onOrOff(name, value).equals("on"));
            default -> settings.set(name, value, isLocal);
        }
    }

    /** Does what the present settings say, after former ones are back. */
    private void followSettings() {
        if (transaction.status() == SqlSession.Status.IDLE) {
            asked = Optional.empty();
        }
        String wanted = settings.value(POLICY).orElse(STORE);
        if (!wanted.equals(policy)) {
            usePolicy(wanted);
        }
    }

    private void usePolicy(String value) {
        if (value.equals(STORE)) {
            transaction.session().useStoreChooser();
            policy = STORE;
            return;
        }
        if (database.store().options().level().isByStatement()) {
            throw new StoreException(
                    "0A000",
                    POLICY + " has no meaning at "
                            + show("moirai.isolation").rows().getFirst().getFirst()
                            + ", where each read has a single answer; accepted is store");
        }
        Policy own = Policy.named(value)
                .orElseThrow(() -> new StoreException(
                        "22023", "no policy \"" + value + "\"; accepted are store, " + Policy.accepted()));
        // A seed of its own: sessions that set the same policy are not to make the same choices.
        Seed seed = database.store().options().seed().part(transaction.session().number());
        transaction.session().use(own.chooser(seed));
        policy = own.label();
    }

    /** Returns the value of a setting; fails if there is none of this name. */
    String setting(String name) {
        return switch (name) {
            case "moirai.isolation" ->
                StoreLevels.ALL.label(database.store().options().level());
            case "moirai.seed" -> database.store().options().seed().toString();
            case POLICY -> policy;
            case "transaction_isolation" -> asked.orElseGet(this::guaranteed);
            case "default_transaction_isolation" -> guaranteed();
            case "transaction_read_only" -> transaction.isReadOnly() ? "on" : "off";
            case "default_transaction_read_only" -> transaction.isReadOnlyByDefault() ? "on" : "off";
            default ->
                settings.value(name)
                        .orElseThrow(() -> new StoreException(
                                "42704",
                                "unrecognized configuration parameter \"%s\"; accepted are %s"
                                        .formatted(name, settings.all().keySet())));
        };
    }

    /** Returns the settings that may be changed. */
    Map<String, String> changeable() {
        return settings.changeable();
    }

    private String guaranteed() {
        return Settings.sqlName(database.store().options().level().guarantee());
    }

    /** Returns the value that SHOW gives. */
    @Override
    public String get(String name) {
        return show(name).rows().getFirst().getFirst().toString();
    }

    private SqlResult show(String name) {
        if (name.equals("all")) {
            List<List<Object>> rows = settings.all().entrySet().stream()
                    .map(setting -> List.<Object>of(setting.getKey(), setting.getValue()))
                    .toList();
            return Results.rows("SHOW", Results.columns(new Command.Show(name)), rows);
        }
        return Results.rows("SHOW", Results.columns(new Command.Show(name)), List.of(List.of(setting(name))));
    }
}
