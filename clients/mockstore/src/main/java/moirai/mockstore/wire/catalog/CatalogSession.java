package moirai.mockstore.wire.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.wire.protocol.CopyText;
import moirai.mockstore.wire.protocol.FrontendMessage;
import org.jspecify.annotations.Nullable;

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

    /** The errors with which the store refuses what is right in PostgreSQL. */
    private static final Set<String> NOT_UNDERSTOOD = Set.of("0A000", "42601", "42704", "42883");

    /** The settings of a session that matter to what its queries return. */
    private static final Set<String> SETTINGS =
            Set.of("datestyle", "default_text_search_config", "extra_float_digits", "search_path", "timezone");

    private final DefinedCatalog catalog;
    private final SqlSession session;
    private final Map<String, String> settings = new HashMap<>();
    private @Nullable BackendConnection connection;

    public CatalogSession(DefinedCatalog catalog, SqlSession session) {
        this.catalog = catalog;
        this.session = session;
    }

    /** Returns whether there is a server to ask. */
    public boolean isServed() {
        return catalog.isServed();
    }

    /** Returns whether a statement is a query that the store does not understand, and that PostgreSQL may. */
    public boolean isAsked(String sql) {
        return catalog.isServed()
                && VERBS.contains(Words.first(sql, 1).getFirst())
                && session.refusal(sql)
                        .filter(refusal -> CatalogWords.areIn(sql) || NOT_UNDERSTOOD.contains(refusal.sqlState()))
                        .isPresent();
    }

    /**
     * Prepares a query.
     *
     * @throws StoreException as PostgreSQL would; or if it asks for what is no definition (SQLSTATE 0A000)
     */
    public CatalogQuestion prepare(String sql, List<Integer> types) {
        catalog.foreignIn(sql).ifPresent(name -> {
            throw CatalogWords.areIn(name) ? foreign(name) : refusal(sql, foreign(name));
        });
        List<BackendMessage> answers =
                current().parse(sql, types).describeStatement().sync();
        BackendMessage.failure(answers).ifPresent(failure -> {
            throw CatalogWords.areIn(sql) ? failure : refusal(sql, failure);
        });
        return new CatalogQuestion(
                sql,
                types,
                answers.stream()
                        .filter(answer -> "tTn".indexOf(answer.type()) >= 0)
                        .toList());
    }

    private static StoreException foreign(String name) {
        return new StoreException(
                "0A000", name + " is not supported: it tells of a server, and not of what is defined here");
    }

    /** Returns the error of the store, which names what it does not understand. */
    private StoreException refusal(String sql, StoreException otherwise) {
        return session.refusal(sql).orElse(otherwise);
    }

    /**
     * Returns the columns, the rows and the end of the answer to a query.
     *
     * @param beforeTables run before tables are read, if any are
     * @throws StoreException as PostgreSQL would; or if the level does not allow the reads
     */
    public List<BackendMessage> answer(CatalogQuestion question, FrontendMessage.Bind bind, Runnable beforeTables) {
        return withTables(
                question,
                bind,
                beforeTables,
                current -> rows(current.parse(question.sql(), question.types())
                        .run(bind)
                        .sync()));
    }

    /** Returns the rows of the answer to a query; each value is a text or {@link moirai.mockstore.sql.types.SqlNull}. */
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
        var question = new CatalogQuestion(query, List.of(), List.of());
        return withTables(question, withoutParameters(), beforeTables, current -> {
            List<BackendMessage> answers = current.relay("COPY (" + query + ") TO STDOUT" + options);
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
            Function<BackendConnection, List<BackendMessage>> computation) {
        BackendConnection current = current();
        QueryPlan plan = QueryPlan.of(rows(explained(current, question, bind).sync()));
        if (plan.isMore()) {
            throw refusal(question.sql(), new StoreException("0A000", "locks are not supported in this query"));
        }
        List<String> tables = plan.tables();
        if (tables.isEmpty()) {
            return computation.apply(current);
        }
        beforeTables.run();
        List<SqlResult> contents = session.readAll(question.sql(), tables);
        current.query("BEGIN READ WRITE");
        try {
            for (int table = 0; table < tables.size(); table++) {
                copy(current, tables.get(table), contents.get(table));
            }
            if (!QueryPlan.of(rows(explained(current, question, bind).sync()))
                    .tables()
                    .isEmpty()) {
                throw refusal(
                        question.sql(),
                        new StoreException("0A000", "the schema before the name of a table is not supported here"));
            }
            return computation.apply(current);
        } finally {
            if (current.isOpen()) {
                current.query("ROLLBACK");
            }
        }
    }

    private static BackendConnection explained(
            BackendConnection current, CatalogQuestion question, FrontendMessage.Bind bind) {
        var texts = new FrontendMessage.Bind("", "", bind.parameterFormats(), bind.parameters(), List.of());
        return current.parse(QueryPlan.EXPLAIN + question.sql(), question.types())
                .run(texts);
    }

    private static List<BackendMessage> rows(List<BackendMessage> answers) {
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
        return new CopyIn(current(), table, columns, options);
    }

    /** Hides a table behind a temporary one with these rows, and with its primary key alone. */
    private void copy(BackendConnection current, String table, SqlResult rows) {
        String name = Identifiers.quoted(table);
        TableSchema schema = catalog.table(table);
        String key = schema.primaryKey().stream()
                .map(column -> Identifiers.quoted(schema.column(column).name()))
                .collect(Collectors.joining(", "));
        current.query("CREATE TEMPORARY TABLE " + Identifiers.quoted(Identifiers.bare(table)) + " (LIKE " + name
                + (key.isEmpty() ? "" : ", PRIMARY KEY (" + key + ")") + ") ON COMMIT DROP");
        current.copy(
                "COPY pg_temp." + Identifiers.quoted(Identifiers.bare(table)) + " FROM STDIN", CopyText.write(rows));
    }

    private BackendConnection current() {
        catalog.refresh();
        BackendConnection known = connection;
        if (known == null || !known.isOpen()) {
            known = catalog.connect();
            connection = known;
            settings.clear();
        }
        for (String name : SETTINGS) {
            String wanted =
                    session.execute("SHOW " + name).rows().getFirst().getFirst().toString();
            if (!wanted.equals(settings.put(name, wanted))) {
                // The store keeps its words without quotes.
                String quoted = wanted.replace("\"$user\"", "$user").replace("$user", "\"$user\"");
                known.query("SELECT set_config('" + name + "', '" + quoted.replace("'", "''") + "', false)");
            }
        }
        return known;
    }

    /** Returns the parameters of a query without any, whose columns come as text. */
    public static FrontendMessage.Bind withoutParameters() {
        return new FrontendMessage.Bind("", "", List.of(), List.of(), List.of());
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
