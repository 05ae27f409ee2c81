package moirai.mockstore.sql;

import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.change.ChangePlan;
import moirai.mockstore.sql.change.WithChanges;
import moirai.mockstore.sql.control.Command;
import moirai.mockstore.sql.control.Milliseconds;
import moirai.mockstore.sql.define.DefinitionTag;
import moirai.mockstore.sql.expression.SessionCalls;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.SequenceMemory;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.sessions.Channels;
import moirai.mockstore.sql.sessions.SessionHost;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Script;
import moirai.mockstore.sql.time.IntervalStyle;
import moirai.mockstore.sql.time.SessionZone;
import moirai.mockstore.sql.types.ForeignCall;
import moirai.mockstore.sql.types.SqlType;

/**
 * The session of one connection, for one thread at a time. Errors are those of PostgreSQL where it has a matching
 * error. A statement that fails in a transaction fails the transaction, which then accepts nothing but its rollback
 * (SQLSTATE 25P02).
 */
public final class SqlSession implements AutoCloseable {

    /** The transaction status between two statements. */
    public enum Status {
        /** No transaction: the next statement begins one, and commits it unless the statement is BEGIN. */
        IDLE,
        /** A transaction is pending. */
        ACTIVE,
        /** A transaction is pending and has failed. */
        FAILED
    }

    private final SqlDatabase database;
    private final SessionTransaction transaction;
    private final SessionCommands commands;
    private final SequenceMemory sequences = new SequenceMemory();
    private SearchPath path;
    private ForeignCall.Evaluator foreign = (call, values) -> {
        throw new StoreException("0A000", call.label() + " is not supported here");
    };

    SqlSession(SqlDatabase database) {
        this.database = database;
        this.transaction = new SessionTransaction(database);
        this.commands = new SessionCommands(database, transaction);
        this.path = SearchPath.of(SearchPath.INITIAL, transaction.session().number());
    }

    public Status status() {
        return transaction.status();
    }

    /**
     * Parses and compiles a statement without executing it.
     *
     * @param sql one statement; parameters are {@code ?} or {@code $1}
     * @throws StoreException if it is not SQL (SQLSTATE 42601), refers to something that does not exist (42P01, 42703
     *    and others), or needs an unsupported construct (0A000, with the construct's name)
     */
    public PreparedSql prepare(String sql) {
        return prepare(sql, List.of());
    }

    /**
     * Does what {@link #prepare(String)} does for a statement whose client declares types of parameters.
     *
     * @param declared the types of the first parameters; {@link SqlType#UNKNOWN} leaves one open
     */
    public PreparedSql prepare(String sql, List<SqlType> declared) {
        return failing(sql, () -> {
            try {
                return database.statements().understand(sql, declared);
            } catch (StoreException e) {
                // In a transaction that failed, nothing but its syntax is looked at.
                throw status() == Status.FAILED && database.statements().isSyntaxRight(sql)
                        ? SessionTransaction.aborted()
                        : e;
            }
        });
    }

    /** Runs work that reads and writes values in the session's time zone, style of intervals and search path. */
    public <T> T in(Supplier<T> work) {
        return SearchPath.in(
                path(), () -> SessionZone.in(zone(), () -> IntervalStyle.in(setting("intervalstyle"), work)));
    }

    private SearchPath path() {
        String setting = commands.setting("search_path");
        if (!path.setting().equals(setting)) {
            path = SearchPath.of(setting, transaction.session().number());
        }
        return path;
    }

    /** Changes a setting, as SET does with a value that PostgreSQL would show in the same words. */
    public void set(String name, String value) {
        failing("SET " + name, () -> {
            commands.set(name, value, false);
            return true;
        });
        if (status() == Status.IDLE) {
            transaction.endSettings(true);
        }
    }

    /** Makes the present values of settings those that RESET gives back. */
    public void begin() {
        transaction.settings().begin();
    }

    /** Makes the session one of a server's. */
    public void useHost(SessionHost host) {
        commands.use(host);
    }

    /** Returns what expressions may ask of the session. */
    public SessionCalls calls() {
        return commands;
    }

    /** Returns the channels that the session listens to. */
    public Channels channels() {
        return transaction.channels();
    }

    /** Runs something after the end of each transaction, committed or not. */
    public void afterTransactions(Runnable action) {
        transaction.afterEach(action);
    }

    /** Sets who evaluates the expressions that only PostgreSQL can. */
    public void evaluateForeign(ForeignCall.Evaluator evaluator) {
        foreign = evaluator;
    }

    /** Returns who evaluates the expressions that only PostgreSQL can. */
    ForeignCall.Evaluator foreign() {
        return foreign;
    }

    /** Returns the time zone of the session. */
    public ZoneId zone() {
        return SessionZone.ofSetting(commands.setting("timezone"));
    }

    /** Returns the settings that a session may change, by name. */
    public Map<String, String> settings() {
        return commands.changeable();
    }

    /** Returns the value of a setting that exists, as SHOW writes it. */
    public String setting(String name) {
        return commands.setting(name);
    }

    /** Returns the error with which a statement could not be prepared, without failing the transaction. */
    public Optional<StoreException> refusal(String sql) {
        try {
            in(() -> database.statements().understand(sql));
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(e);
        }
    }

    /**
     * Reads all rows of tables, by one statement of the session's transaction, or of a transaction of its own.
     *
     * @param sql the statement on whose behalf they are read
     * @return the rows of each table, in all its columns
     * @throws StoreException if there is no such table, or the level does not allow it
     */
    public List<SqlResult> readAll(String sql, List<String> tables) {
        return failing(sql, () -> {
            List<Statements.Understood> reads = tables.stream()
                    .map(table -> database.statements().understand("SELECT * FROM " + Identifiers.quoted(table)))
                    .toList();
            return transaction.run(rows -> {
                rows.note(sql, List.of());
                return reads.stream()
                        .map(read -> Results.rows("SELECT", read.columns(), rowsOf(read, rows)))
                        .toList();
            });
        });
    }

    private List<List<Object>> rowsOf(Statements.Understood read, StatementRows rows) {
        return read.action() instanceof Statements.Action.Query query
                ? query.plan().all(execution(rows, List.of()), null)
                : List.of();
    }

    /**
     * Returns the statements of a script, which semicolons separate. Prepare each just before it is executed, because
     * it may refer to something that an earlier statement creates.
     */
    public List<String> split(String script) {
        try {
            return Script.split(script);
        } catch (StoreException e) {
            transaction.session().refused(script, e);
            throw e;
        }
    }

    /**
     * Executes a statement in the session's transaction, or in a transaction of its own if there is none. {@code
     * BEGIN}, {@code COMMIT}, {@code ROLLBACK}, {@code SAVEPOINT}, {@code SET} and {@code SHOW} are executed the same
     * way.
     *
     * @param parameters as {@link moirai.mockstore.sql.types.SqlType} represents them; a String is converted to the
     *    type that its place requires
     */
    public SqlResult execute(PreparedSql statement, List<Object> parameters) {
        transaction.session().asked(statement.sql(), parameters);
        SqlResult result = failing(statement.sql(), () -> {
            Statements.Understood understood =
                    database.statements().understand(statement.sql(), statement.declaredTypes());
            transaction.requireUsable(understood.action());
            return switch (understood.action()) {
                case Statements.Action.Query query ->
                    transaction.run(rows -> {
                        rows.note(statement.sql(), parameters);
                        if (query.plan() instanceof WithChanges.OfQuery) {
                            transaction.requireWritable("a change in WITH");
                        }
                        List<List<Object>> found = query.plan().all(execution(rows, parameters), null);
                        return Results.rows("SELECT " + found.size(), understood.columns(), found);
                    });
                case Statements.Action.Change change ->
                    transaction.run(rows -> {
                        rows.note(statement.sql(), parameters);
                        return change(understood, change.plan(), execution(rows, parameters));
                    });
                case Statements.Action.Define define -> {
                    transaction.requireDefinable(DefinitionTag.of(statement.sql()));
                    yield define.isTemporary().test(database.catalog())
                            ? temporaries().define(statement.sql(), define.definition(), this)
                            : defined(() -> database.define(statement.sql(), define.definition(), this));
                }
                case Statements.Action.DefineForeign define -> {
                    transaction.requireDefinable(DefinitionTag.of(statement.sql()));
                    yield define.definition().isTemporary(database.catalog())
                            ? temporaries().define(define.definition(), this)
                            : SqlResult.done(defined(() -> database.define(define.definition(), this)));
                }
                case Statements.Action.Control(Command.Explain explain) -> explain(explain.query(), parameters);
                case Statements.Action.Control control -> {
                    SqlResult done = commands.execute(control.command());
                    if (control.command() instanceof Command.ResetAll reset && reset.isOfAll()) {
                        sequences.clear();
                    }
                    if (done.tag().equals("DISCARD ALL") || done.tag().equals("DISCARD TEMP")) {
                        temporaries().discard(this);
                    }
                    yield done;
                }
                case Statements.Action.Nothing nothing -> SqlResult.done("");
            };
        });
        transaction.session().answered(result);
        return result;
    }

    /** Returns what written names of relations mean in this session. */
    public SessionRelations relations() {
        return new SessionRelations(database.catalog(), this);
    }

    /** Returns when the transaction began, or the present time if there is none. */
    OffsetDateTime moment() {
        return transaction.moment();
    }

    TemporaryTables temporaries() {
        return transaction.temporaries();
    }

    /** Returns the texts of the definitions of the session's temporary tables, in their order. */
    public List<SqlDatabase.Text> temporaryDefinitions() {
        return temporaries().texts();
    }

    /** Sets the server that knows the session's temporary tables. */
    public void tellTemporary(TemporaryServer server) {
        temporaries().tell(server);
    }

    /** Runs a definition; in lock step, when it is the turn of this session. */
    private <T> T defined(Supplier<T> definition) {
        return database.isLockStep()
                ? transaction.run(rows -> transaction.define(definition))
                : transaction.define(definition);
    }

    /** Prepares and executes a statement without parameters; exceptions are those of {@link #prepare}. */
    public SqlResult execute(String sql) {
        return execute(prepare(sql), List.of());
    }

    /** Checks these deferred constraints at once, now and in the rest of the transaction. */
    void checkNow(Set<String> constraints) {
        if (!constraints.isEmpty()) {
            transaction.defer(constraints, false);
        }
    }

    /** Returns whether a transaction is pending here that knows all rows of a table. */
    boolean knowsAll(String table) {
        return status() == Status.ACTIVE && transaction.knowsAll(table);
    }

    /** Tells the store's listener of a call that the driver on top of this session does not support. */
    public void refused(String call, StoreException refusal) {
        transaction.session().refusedCall(call, refusal);
    }

    private SqlResult change(Statements.Understood understood, ChangePlan plan, Execution execution) {
        if (SearchPath.PERMANENT.has(plan.table())) {
            transaction.requireWritable(plan.command());
        }
        ChangePlan.Changed changed = plan.execute(execution);
        String tag = plan.command() + (plan.command().equals("INSERT") ? " 0 " : " ") + changed.count();
        return new SqlResult(tag, understood.columns(), changed.rows(), changed.count());
    }

    /** Executes a statement, and returns an explanation of each of its reads instead of its result. */
    private SqlResult explain(String sql, List<Object> parameters) {
        var lines = new ArrayList<List<Object>>();
        transaction.session().explainTo(read -> read.text().lines().forEach(line -> lines.add(List.of(line))));
        try {
            SqlResult result = execute(database.statements().understand(sql), parameters);
            lines.add(List.of(result.tag()));
        } finally {
            transaction.session().explainNothing();
        }
        return Results.rows("EXPLAIN", Results.columns(new Command.Explain(sql)), lines);
    }

    private Execution execution(StatementRows rows, List<Object> parameters) {
        return new Execution(
                rows,
                parameters,
                transaction.now(),
                database.catalog(),
                sequences,
                transaction::requireWritable,
                commands,
                foreign);
    }

    /** Runs a step; an error fails the transaction, if there is one. */
    private <T> T failing(String sql, Supplier<T> step) {
        boolean done = false;
        try {
            transaction.session().limitWaiting(Milliseconds.of("lock_timeout", setting("lock_timeout")));
            T result = in(step);
            done = true;
            return result;
        } catch (StoreException e) {
            transaction.session().refused(sql, e);
            throw e;
        } finally {
            if (!done) {
                transaction.fail();
            }
        }
    }

    /** Does what {@link moirai.mockstore.StoreSession#rest} does. */
    public void rest(boolean rests) {
        transaction.session().rest(rests);
    }

    /** Aborts the pending transaction, if any, and closes the session, which cannot be used again. */
    @Override
    public void close() {
        transaction.rollback();
        temporaries().forget();
        transaction.channels().close();
        transaction.session().close();
    }
}
