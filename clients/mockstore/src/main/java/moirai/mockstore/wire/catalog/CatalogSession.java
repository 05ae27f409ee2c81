package moirai.mockstore.wire.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.TableChange;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.syntax.SettingQuery;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.sessions.SessionRelations;

/*
 * A query that the store does not understand is PostgreSQL's to answer. What it says of definitions, the server knows;
 * of tables it has none of the rows, so the store reads those first: all rows of each table that the plan names, by one
 * statement of the session's transaction, at its level. They are put into temporary tables that hide the empty ones,
 * and PostgreSQL computes the answer from them. So the store decides what is seen, and PostgreSQL what follows from it.
 * The store sees more reads than the query needs: a level may refuse more transactions, and shows less that is odd.
 */
/** The queries of a session that a server answers. Its connection begins with the first one. For one thread. */
public final class CatalogSession implements AutoCloseable {

    private static final Set<String> VERBS = Set.of("SELECT", "WITH", "VALUES", "TABLE", "(");

    private static final Set<String> CHANGES = Set.of("UPDATE", "DELETE");

    private static final Pattern CHANGE =
            Pattern.compile("\\b(?:UPDATE\\s+\\w|DELETE\\s+FROM)", Pattern.CASE_INSENSITIVE);

    /** The errors with which the store refuses what is right in PostgreSQL. */
    private static final Set<String> NOT_UNDERSTOOD = Set.of("0A000", "42601", "42704", "42809", "42883", "42P10");

    /** The classes of errors that a statement may have before it is run. */
    private static final Set<String> PREFERRED = Set.of("0A", "22", "42");

    /** The class of errors of statements that make no sense. */
    private static final String WRONG = "42";

    /** The error of an ON CONFLICT clause that means no constraint. */
    private static final String NO_ARBITER = "42P10";

    /** The error of a name that is none of a table, and may be one of a view. */
    private static final String NO_TABLE = "42P01";

    private final DefinedCatalog catalog;
    private final SqlSession session;
    private final AdvisoryLocks locks;
    private final ForeignFormats formats;
    private final ToldConnection connection;
    private final String temporary;
    private final SessionRelations relations;

    /** Creates the queries of a session; the relations tell of sessions. */
    public CatalogSession(DefinedCatalog catalog, SqlSession session, SessionRelations relations) {
        this.relations = relations;
        this.catalog = catalog;
        this.session = session;
        this.connection = new ToldConnection(catalog, session);
        this.locks = new AdvisoryLocks(catalog::connect, session);
        this.formats = new ForeignFormats(connection);
        session.afterTransactions(locks::endTransaction);
        session.evaluateForeign(new ForeignCalls(connection, catalog));
        session.tellTemporary(connection);
        this.temporary = session.in(() -> SearchPath.current().temporary());
        catalog.connected(temporary, connection);
    }

    /** Returns the databases that clients may create. */
    public Databases databases() {
        return catalog.databases();
    }

    /** Returns whether there is a server to ask. */
    public boolean isServed() {
        return catalog.isServed();
    }

    /** Returns whether PostgreSQL has a setting, which is asked if there is a server; else, whether it may have. */
    boolean hasSetting(String name) {
        return !isServed()
                || !catalog.ask("SELECT 1 FROM pg_catalog.pg_settings WHERE name = '" + name + "'")
                        .isEmpty();
    }

    /** Returns whether a statement is a query that the store does not understand, and that PostgreSQL may. */
    public boolean isAsked(String sql) {
        String verb = Words.first(sql, 1).getFirst();
        if (locks.wereTaken()
                && VERBS.contains(verb)
                && !CatalogWords.advisoryFunctionsIn(sql).isEmpty()) {
            return true;
        }
        return catalog.isServed()
                && (VERBS.contains(verb) || isChange(sql))
                && session.refusal(sql)
                        .filter(refusal -> CatalogWords.areIn(sql)
                                || NOT_UNDERSTOOD.contains(refusal.sqlState())
                                || (refusal.sqlState().startsWith(WRONG) && catalog.isStarted())
                                || (refusal.sqlState().equals(NO_TABLE) && catalog.hasViews()))
                        .isPresent();
    }

    /**
     * Returns whether a statement changes rows, at a level at which that is the same as reading and then writing. At
     * others each row is locked first, and looked at again.
     */
    private boolean isChange(String sql) {
        return !catalog.isByStatement()
                && (CHANGES.contains(Words.first(sql, 1).getFirst())
                        || (Words.first(sql, 1).getFirst().equals("WITH")
                                && CHANGE.matcher(sql).find()));
    }

    /**
     * Prepares a query.
     *
     * @throws StoreException as PostgreSQL would; or if it asks for what is no definition (SQLSTATE 0A000)
     */
    public CatalogQuestion prepare(String sql, List<Integer> types) {
        requireNothingForeign(sql, SettingQuery.allowedIn(sql));
        if (isChange(sql)) {
            CatalogWords.defaultIn(sql).ifPresent(name -> {
                throw unsupported(name, "the copies that this statement is computed from have none");
            });
        }
        List<BackendMessage> answers =
                connection.current().parse(sql, types).describeStatement().sync();
        BackendMessage.failure(answers).ifPresent(failure -> {
            // It knows all definitions; where it does not understand either, the store's words tell more.
            throw session.refusal(sql)
                    .filter(refusal -> !CatalogWords.areIn(sql)
                            && failure.sqlState().equals("42601")
                            && refusal.sqlState().equals("42601"))
                    .orElse(failure);
        });
        if (!isChange(sql) && answers.stream().anyMatch(answer -> answer.type() == BackendMessage.NO_DATA.type())) {
            // SELECT INTO.
            throw session.refusal(sql).orElse(new StoreException("0A000", "a query without columns is not supported"));
        }
        return new CatalogQuestion(
                sql,
                types,
                isChange(sql),
                answers.stream()
                        .filter(answer -> "tTn".indexOf(answer.type()) >= 0)
                        .toList());
    }

    /** Fails as PostgreSQL would if a statement is not right for what is defined; its values are not looked at. */
    public void requireRight(String sql, List<Integer> types) {
        BackendMessage.requireSuccess(connection.current().parse(sql, types).sync());
        if (!sql.contains("$")) {
            // Constants are evaluated when it is planned.
            BackendMessage.requireSuccess(connection.current().relay("EXPLAIN " + sql));
        }
    }

    /**
     * Returns the error of a statement that the store does not accept. If PostgreSQL does not accept it either, its
     * error is returned, which may be another one of several. If PostgreSQL accepts the statement, the error is 0A000.
     */
    public StoreException preferred(StoreException refusal, String sql, List<Integer> types) {
        String kind = refusal.sqlState();
        if (!catalog.isServed() || !catalog.isStarted() || !PREFERRED.contains(kind.substring(0, 2))) {
            return refusal;
        }
        Optional<StoreException> failure =
                BackendMessage.failure(connection.current().parse(sql, types).sync());
        if (failure.isEmpty() && kind.equals(NO_ARBITER) && !sql.contains("$")) {
            // It is looked for when the statement is planned.
            failure = BackendMessage.failure(connection.current().relay("EXPLAIN " + sql));
        }
        return failure.orElseGet(() -> kind.startsWith(WRONG)
                ? new StoreException("0A000", "this is not supported here: " + refusal.getMessage())
                : refusal);
    }

    /** Returns whether a statement has the word DEFAULT. */
    public boolean namesDefault(String sql) {
        return CatalogWords.defaultIn(sql).isPresent();
    }

    private void requireNothingForeign(String sql, Set<String> allowed) {
        catalog.foreignIn(sql, allowed).ifPresent(name -> {
            throw session.refusal(sql)
                    .filter(refusal -> !CatalogWords.areIn(name)
                            && String.valueOf(refusal.getMessage()).contains(name))
                    .orElseGet(() -> unsupported(name, "it tells of a server, and not of what is stored here"));
        });
    }

    static StoreException unsupported(String name, String reason) {
        return new StoreException("0A000", name + " is not supported: " + reason);
    }

    /**
     * Returns the columns, the rows and the end of the answer to a query.
     *
     * @param beforeTables run before tables are read, if any are
     * @throws StoreException as PostgreSQL would; or if the level does not allow the reads
     */
    public List<BackendMessage> answer(CatalogQuestion question, FrontendMessage.Bind bind, Runnable beforeTables) {
        Optional<SettingQuery> setting = SettingQuery.of(question.sql());
        if (setting.isPresent()) {
            PreparedSql call = session.prepare("SELECT " + SettingQuery.NAME + "($1, $2, $3)");
            rows(question.asking(setting.get().arguments()), bind.inTexts()).forEach(row -> session.execute(call, row));
            return answer(question.named(setting.get().answer()), bind, beforeTables);
        }
        return question.isChange()
                ? change(question, bind, beforeTables)
                : withTables(question, bind, beforeTables, (current, tables, found) -> run(current, found, bind));
    }

    private static List<BackendMessage> run(
            BackendConnection current, CatalogQuestion question, FrontendMessage.Bind bind) {
        List<BackendMessage> answer =
                rows(current.parse(question.sql(), question.types()).run(bind).sync());
        Optional<BackendMessage> described = question.description().stream()
                .filter(message -> message.type() == 'T')
                .findFirst();
        return answer.stream()
                .map(message -> message.type() == 'T' && described.isPresent()
                        ? message.withPlacesOf(described.get())
                        : message)
                .toList();
    }

    /** Lets the server update or delete rows of its copies, and does the same to those of the store. */
    private List<BackendMessage> change(CatalogQuestion question, FrontendMessage.Bind bind, Runnable beforeTables) {
        var changes = new ArrayList<TableChange>();
        List<BackendMessage> answer = withTables(question, bind, beforeTables, (current, tables, found) -> {
            List<List<List<Object>>> before = tables.stream()
                    .map(table -> TableCopies.contents(current, table))
                    .toList();
            List<BackendMessage> answers = run(current, found, bind);
            for (int table = 0; table < tables.size(); table++) {
                changes.add(new TableChange(
                        catalog.table(tables.get(table)),
                        before.get(table),
                        TableCopies.contents(current, tables.get(table))));
            }
            return answers;
        });
        changes.forEach(change -> change.apply(session));
        return answer;
    }

    /** Returns the rows of the answer to a query; values are texts or {@link moirai.mockstore.sql.types.SqlNull}. */
    public List<List<Object>> rows(CatalogQuestion question, FrontendMessage.Bind texts) {
        return answer(question, texts, () -> {}).stream()
                .filter(BackendMessage::isRow)
                .map(BackendMessage::values)
                .toList();
    }

    /**
     * Returns the answer to a COPY of what a query returns.
     *
     * @param options what follows STDOUT
     */
    public List<BackendMessage> copyOf(String query, String options, Runnable beforeTables) {
        requireNothingForeign(query, Set.of());
        if (!CatalogWords.advisoryFunctionsIn(query).isEmpty()) {
            throw unsupported("an advisory lock in COPY", "its answer is no copy");
        }
        var question = new CatalogQuestion(query, List.of(), false, List.of());
        return withTables(question, FrontendMessage.Bind.NONE, beforeTables, (current, tables, found) -> {
            List<BackendMessage> answers = current.relay("COPY (" + found.sql() + ") TO STDOUT" + options);
            BackendMessage.failure(answers).ifPresent(failure -> {
                throw failure;
            });
            return answers.stream()
                    .filter(answer -> "HdcC".indexOf(answer.type()) >= 0)
                    .toList();
        });
    }

    /** Lets the server compute something from the tables of a query, as the transaction sees them. */
    private List<BackendMessage> withTables(
            CatalogQuestion question,
            FrontendMessage.Bind bind,
            Runnable beforeTables,
            TableCopies.Computation computation) {
        BackendConnection current = connection.current();
        QueryPlan plan = QueryPlan.ask(current, question, bind);
        if (plan.locks() || (plan.changes() && !(question.isChange() && plan.onlyUpdatesOrDeletes()))) {
            throw session.refusal(question.sql())
                    .orElse(new StoreException("0A000", "locks are not supported in this query"));
        }
        List<String> named = plan.tables(temporary);
        Set<String> sequences = catalog.sequences().keySet();
        if (question.sql().contains("sequence") || named.stream().anyMatch(sequences::contains)) {
            connection.tellPositions();
        }
        // The server itself has the sequences.
        List<String> tables =
                named.stream().filter(name -> !sequences.contains(name)).toList();
        if (!CatalogWords.advisoryFunctionsIn(question.sql()).isEmpty()) {
            return withLocks(question, bind, tables);
        }
        List<DefinedCatalog.View> views = catalog.hasViews() ? catalog.views() : List.of();
        List<String> ofSessions = relations.definitions(
                question.sql() + views.stream().map(view -> " " + view.query()).collect(Collectors.joining()));
        if (tables.isEmpty() && ofSessions.isEmpty()) {
            return computation.of(current, tables, question);
        }
        if (!tables.isEmpty()) {
            CatalogWords.requireNothingOfRows(question.sql());
        }
        // What a function is called for may belong to the transaction, too.
        beforeTables.run();
        List<SqlResult> contents = tables.isEmpty() ? List.of() : session.readAll(question.sql(), tables);
        List<DefinedCatalog.View> ofCopies = views.stream()
                .map(view -> new DefinedCatalog.View(view.name(), relations.rewritten(view.query())))
                .toList();
        TableCopies copies = session.in(() -> TableCopies.of(catalog, tables, ofCopies));
        current.query("BEGIN READ WRITE");
        try {
            ofSessions.forEach(current::query);
            copies.create(current, contents);
            CatalogQuestion rewritten = question.named(relations.rewritten(copies.renamed(question.sql())));
            if (!QueryPlan.ask(current, rewritten, bind).tables().stream().allMatch(sequences::contains)) {
                throw new StoreException("0A000", "this query is not supported: it may read more than PostgreSQL says");
            }
            List<BackendMessage> answer = computation.of(current, tables, rewritten);
            if (SessionRelations.note(ofSessions)) {
                current.query(SessionRelations.CALLED).forEach(relations::call);
            }
            return answer;
        } finally {
            if (current.isOpen()) {
                current.query("ROLLBACK");
            }
        }
    }

    private List<BackendMessage> withLocks(CatalogQuestion question, FrontendMessage.Bind bind, List<String> tables) {
        if (!tables.isEmpty()) {
            throw unsupported("an advisory lock of a row", "rows are read for the whole query");
        }
        if (catalog.isLockStep()) {
            throw unsupported("an advisory lock in lock step", "who comes first has it");
        }
        return rows(locks.run(question, bind));
    }

    /** Returns the columns, the rows and the end of an answer; fails with its error. */
    static List<BackendMessage> rows(List<BackendMessage> answers) {
        BackendMessage.failure(answers).ifPresent(failure -> {
            throw failure;
        });
        return answers.stream()
                .filter(answer -> "TnDC".indexOf(answer.type()) >= 0)
                .toList();
    }

    /**
     * Begins a COPY to a table, whose rows the server understands.
     *
     * @param columns as they are written; all if it is empty
     * @param options what follows STDIN
     */
    public CopyIn copyTo(String table, String columns, String options) {
        return new CopyIn(connection.current(), table, columns, options);
    }

    /** Returns who tells what tables of queries look like. */
    public QueryShapes shapes() {
        return new QueryShapes(connection);
    }

    /** Returns the formats of values of types that only PostgreSQL has. */
    public ForeignFormats formats() {
        return formats;
    }

    /** Releases what the server holds for a transaction that has ended, also for one of a statement alone. */
    public void endTransaction() {
        locks.endTransaction();
    }

    /** Releases what the server holds for the session. */
    public void discard() {
        locks.releaseAll();
    }

    @Override
    public void close() {
        catalog.disconnected(temporary);
        locks.close();
        connection.close();
    }
}
