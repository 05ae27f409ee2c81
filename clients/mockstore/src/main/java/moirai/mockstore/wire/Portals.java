package moirai.mockstore.wire;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.define.ForeignDefinition;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.catalog.CatalogQuestion;
import moirai.mockstore.wire.catalog.CatalogSession;
import moirai.mockstore.wire.catalog.Databases;
import moirai.mockstore.wire.catalog.RelayedSql;
import moirai.mockstore.wire.cursor.CursorSql;
import moirai.mockstore.wire.cursor.RowFormats;
import moirai.mockstore.wire.define.QueryTable;
import moirai.mockstore.wire.define.QueryTableRunner;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.RowShape;
import moirai.mockstore.wire.protocol.WireTypes;
import org.jspecify.annotations.Nullable;

/** Makes the statements and portals of a session, each for whoever is to run it. */
record Portals(
        SqlSession session, CatalogSession catalog, StatementRunner runner, SessionNames names, CopyRunner copies) {

    /** The question of drivers whether they have to close a cursor. */
    private static final Pattern CURSOR_IS_OPEN = Pattern.compile(
            "\\s*SELECT 1 FROM pg_catalog\\.pg_cursors WHERE name = '(?<name>(?:[^']|'')*)'[\\s;]*",
            Pattern.CASE_INSENSITIVE);

    private static final String NAME = "(?<name>" + Identifiers.WRITTEN + ")";

    private static final Pattern PREPARE = Pattern.compile(
            "\\s*PREPARE\\s+(?!TRANSACTION\\b)" + NAME
                    + "\\s*(?:\\((?<types>(?:[^()]|\\([^()]*\\))*)\\))?\\s+AS\\s+(?<query>.*)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** A comma that is not part of a type's modifiers. */
    private static final Pattern BETWEEN_TYPES = Pattern.compile(",(?![^(]*\\))");

    private static final Pattern EXECUTE = Pattern.compile(
            "\\s*EXECUTE\\s+" + NAME + "\\s*(?:\\((?<arguments>.*)\\))?[\\s;]*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Prepares a statement; see {@link WireStatement#prepare}. */
    WireStatement prepare(String sql, List<Integer> declared) {
        Matcher asked = CURSOR_IS_OPEN.matcher(sql);
        if (asked.matches()) {
            boolean isOpen =
                    names.cursors().find(asked.group("name").replace("''", "'")).isPresent();
            return prepare("SELECT 1" + (isOpen ? "" : " WHERE false"), declared);
        }
        String bare = Words.fromFirst(sql);
        Matcher prepares = PREPARE.matcher(bare);
        if (prepares.matches()) {
            return prepared(sql, () -> prepareNamed(sql, prepares));
        }
        Matcher executes = EXECUTE.matcher(bare);
        if (executes.matches()) {
            return prepared(sql, () -> executeNamed(executes));
        }
        Optional<QueryTable> defined = catalog.isServed() ? QueryTable.of(sql) : Optional.empty();
        if (defined.isPresent()) {
            runner.requirePossible(StatementKind.OTHER);
            return new WireStatement(
                    new TableStatement(sql, defined.get(), declared, tables().description(defined.get(), declared)),
                    StatementKind.OTHER,
                    List.of());
        }
        if (catalog.isServed()
                && Words.first(sql, 1).getFirst().equals("DO")
                && ForeignDefinition.of(sql).isEmpty()) {
            return prepared(sql, () -> runBlock(sql));
        }
        if (Databases.isOne(sql)) {
            return prepared(sql, () -> runOfDatabase(sql));
        }
        if (StatementKind.of(sql) != StatementKind.CURSOR) {
            return WireStatement.prepare(session, catalog, runner, sql, declared);
        }
        runner.requirePossible(StatementKind.CURSOR);
        CursorSql cursor = CursorSql.parse(bare);
        CursorStatement statement = switch (cursor) {
            case CursorSql.Declare declare ->
                CursorStatement.declaring(sql, cursor, prepareLast(sql, declare.query(), declared));
            case CursorSql.Fetch fetch ->
                CursorStatement.using(sql, cursor, fetch.isMove() ? BackendMessage.NO_DATA : columns(fetch.name()));
            case CursorSql.Close close -> CursorStatement.using(sql, cursor, BackendMessage.NO_DATA);
        };
        return new WireStatement(statement, StatementKind.CURSOR, List.of());
    }

    /** Prepares the statement with which another one ends. */
    private WireStatement prepareLast(String sql, String last, List<Integer> declared) {
        try {
            return prepare(last, declared);
        } catch (StoreException failure) {
            throw failure.behind(sql.codePointCount(0, sql.lastIndexOf(last)));
        }
    }

    private List<BackendMessage> runBlock(String sql) {
        runner.requirePossible(StatementKind.OTHER);
        session.relations().requirePure(sql);
        return Stream.concat(Stream.of(BackendMessage.NO_DATA), catalog.shapes().block(sql).stream())
                .toList();
    }

    private List<BackendMessage> runOfDatabase(String sql) {
        List<String> words = Words.first(sql, 2);
        String tag = String.join(" ", words);
        runner.requirePossible(StatementKind.OTHER);
        if (session.status() != SqlSession.Status.IDLE) {
            throw new StoreException("25001", tag + " cannot run inside a transaction block");
        }
        catalog.databases().execute(sql).ifPresent(runner::notice);
        return List.of(BackendMessage.NO_DATA, BackendMessage.complete(tag));
    }

    private QueryTableRunner tables() {
        return new QueryTableRunner(
                session,
                catalog.shapes(),
                runner::notice,
                (sql, types, parameters) ->
                        bind(prepare(sql, types), parameters).all(runner));
    }

    private static WireStatement prepared(String sql, Supplier<List<BackendMessage>> effect) {
        return new WireStatement(new NamedStatement(sql, effect), StatementKind.OTHER, List.of());
    }

    private List<BackendMessage> prepareNamed(String sql, Matcher prepares) {
        runner.requirePossible(StatementKind.OTHER);
        if (StatementKind.of(prepares.group("query")) != StatementKind.ROWS) {
            throw new StoreException(
                    "42601",
                    "syntax error at or near \""
                            + Words.first(prepares.group("query"), 1).getFirst() + "\"");
        }
        String name = Identifiers.of(prepares.group("name"));
        String types = prepares.group("types") == null ? "" : prepares.group("types");
        List<Integer> declared = BETWEEN_TYPES
                .splitAsStream(types)
                .map(String::strip)
                .filter(type -> !type.isEmpty())
                .map(catalog.formats()::number)
                .toList();
        names.statements().free(name);
        names.statements().add(name, prepareLast(sql, prepares.group("query"), declared), sql, true);
        return List.of(BackendMessage.NO_DATA, BackendMessage.complete("PREPARE"));
    }

    /** Runs a statement with the values of expressions, which are computed as a query of their own. */
    private List<BackendMessage> executeNamed(Matcher executes) {
        runner.requirePossible(StatementKind.OTHER);
        WireStatement statement = names.statements().require(Identifiers.of(executes.group("name")));
        String arguments = executes.group("arguments") == null ? "" : executes.group("arguments");
        List<Object> values = List.of();
        if (!arguments.isBlank()) {
            WireStatement query = prepare("SELECT " + arguments, List.of());
            values = bind(query, FrontendMessage.Bind.NONE).all(runner).stream()
                    .filter(BackendMessage::isRow)
                    .map(BackendMessage::bytes)
                    .findFirst()
                    .orElseThrow();
        }
        return bind(statement, new FrontendMessage.Bind("", "", List.of(), values, List.of()))
                .all(runner);
    }

    /** A statement that defines a table by a query. */
    private record TableStatement(
            String sql, QueryTable table, List<Integer> declared, List<BackendMessage> description)
            implements RelayedSql {

        TableStatement {
            declared = List.copyOf(declared);
            description = List.copyOf(description);
        }
    }

    /**
     * A statement that prepares another one or runs it.
     *
     * @param effect returns its answer
     */
    private record NamedStatement(String sql, Supplier<List<BackendMessage>> effect) implements RelayedSql {

        /** Says nothing of columns: they are known when it runs. */
        @Override
        public List<BackendMessage> description() {
            return List.of(BackendMessage.NO_PARAMETERS, BackendMessage.NO_DATA);
        }
    }

    /**
     * Binds parameters to a statement.
     *
     * @throws StoreException if they are not as many as it has, or do not fit
     */
    Portal bind(WireStatement statement, FrontendMessage.Bind bind) {
        if (statement.prepared() instanceof CatalogQuestion question) {
            return relayed(() -> catalog.answer(question, bind, runner::joinTransaction));
        }
        if (statement.prepared() instanceof NamedStatement named) {
            return relayed(named.effect());
        }
        if (statement.prepared() instanceof CopyRunner.CopySql copy) {
            return copies.portal(copy);
        }
        if (statement.prepared() instanceof TableStatement defined) {
            return relayed(() -> {
                runner.joinTransaction();
                return tables().run(defined.table(), defined.declared(), bind);
            });
        }
        if (statement.prepared() instanceof InsertedQuery insert) {
            return relayed(() -> insert.run(session, catalog, bind, runner));
        }
        if (statement.prepared() instanceof CursorStatement cursor) {
            return relayed(() -> run(cursor, bind));
        }
        RowShape shape = RowShape.of(statement.prepared().columns(), bind.resultFormats());
        return new StorePortal(statement, parameters(bind, statement), shape, catalog);
    }

    private List<BackendMessage> run(CursorStatement statement, FrontendMessage.Bind bind) {
        return switch (statement.cursor()) {
            case CursorSql.Declare declare -> {
                if (!declare.isHeld() && session.status() == SqlSession.Status.IDLE) {
                    throw new StoreException("25P01", "DECLARE CURSOR can only be used in transaction blocks");
                }
                var texts = bind.inTexts();
                names.requireFree(declare.name());
                names.cursors()
                        .declare(
                                statement.sql(),
                                declare,
                                bind(requireNonNull(statement.query()), texts).all(runner));
                yield List.of(BackendMessage.NO_DATA, BackendMessage.complete("DECLARE CURSOR"));
            }
            case CursorSql.Fetch fetch -> {
                List<BackendMessage> rows = names.cursors()
                        .find(fetch.name())
                        .map(cursor -> cursor.rows().move(fetch))
                        .or(() -> names.portals().find(fetch.name()).map(portal -> portal.move(runner, fetch)))
                        .orElseGet(() ->
                                names.cursors().require(fetch.name()).rows().move(fetch));
                if (fetch.isMove()) {
                    yield List.of(BackendMessage.NO_DATA, BackendMessage.complete("MOVE " + rows.size()));
                }
                var answer = new ArrayList<BackendMessage>();
                answer.add(columns(fetch.name()));
                answer.addAll(rows);
                answer.add(BackendMessage.complete("FETCH " + rows.size()));
                yield formats().of(answer, bind.resultFormats());
            }
            case CursorSql.Close close -> {
                if (close.name().isEmpty()) {
                    names.closeCursors();
                } else {
                    names.closeCursor(close.name());
                }
                yield List.of(
                        BackendMessage.NO_DATA,
                        BackendMessage.complete("CLOSE CURSOR" + (close.name().isEmpty() ? " ALL" : "")));
            }
        };
    }

    private Portal relayed(Supplier<List<BackendMessage>> statement) {
        return new RelayedPortal(statement, formats());
    }

    private RowFormats formats() {
        return new RowFormats(catalog.formats());
    }

    /** Returns the columns of a cursor or portal. */
    private BackendMessage columns(String name) {
        return names.cursors()
                .find(name)
                .map(cursor -> cursor.rows().columns())
                .or(() -> names.portals().find(name).map(this::asText))
                .orElseGet(() -> names.cursors().require(name).rows().columns());
    }

    private BackendMessage asText(Portal portal) {
        return formats().of(List.of(portal.columns()), List.of()).getFirst();
    }

    /**
     * Returns the parameters of a statement that has none, in a simple query: what is fetched from a binary cursor
     * comes as bytes.
     */
    FrontendMessage.Bind ofSimpleQuery(WireStatement statement) {
        boolean isBinary = statement.prepared()
                        instanceof
                        CursorStatement(
                                String sql,
                                CursorSql.Fetch fetch,
                                WireStatement query,
                                List<BackendMessage> description)
                && names.cursors()
                        .find(fetch.name())
                        .filter(cursor -> cursor.declare().isBinary())
                        .isPresent();
        return new FrontendMessage.Bind("", "", List.of(), List.of(), isBinary ? List.of(1) : List.of());
    }

    /** Returns rows as {@link moirai.mockstore.wire.catalog.ForeignFormats#inFormat} does. */
    List<List<Object>> inFormat(RowShape shape, List<List<Object>> rows) {
        return catalog.formats().inFormat(shape, rows);
    }

    private List<Object> parameters(FrontendMessage.Bind bind, WireStatement statement) {
        int count = statement.parameterTypes().size();
        if (bind.parameters().size() != count) {
            throw new StoreException(
                    "08P01",
                    "bind message supplies " + bind.parameters().size() + " parameters, but prepared statement \""
                            + bind.statement() + "\" requires " + count);
        }
        if (bind.parameterFormats().size() > 1 && bind.parameterFormats().size() != count) {
            throw new StoreException(
                    "08P01",
                    "bind message has " + bind.parameterFormats().size() + " parameter formats but " + count
                            + " parameters");
        }
        List<Object> parameters = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            boolean binary = RowShape.isBinary(bind.parameterFormats(), index);
            if (statement.isForeign(index)) {
                parameters.add(catalog.formats()
                        .text(statement.oid(index), binary, bind.parameters().get(index)));
                continue;
            }
            parameters.add(WireTypes.parameter(
                    statement.parameterTypes().get(index),
                    binary,
                    bind.parameters().get(index)));
        }
        return parameters;
    }

    /**
     * A statement on a cursor.
     *
     * @param query of a DECLARE; else null
     */
    private record CursorStatement(
            String sql, CursorSql cursor, @Nullable WireStatement query, List<BackendMessage> description)
            implements RelayedSql {

        CursorStatement {
            description = List.copyOf(description);
        }

        /** Makes the declaration of a cursor, which takes the parameters of its query and returns no rows. */
        static CursorStatement declaring(String sql, CursorSql cursor, WireStatement query) {
            var description = new ArrayList<>(query.description());
            description.removeIf(message -> message.type() != 't');
            description.add(BackendMessage.NO_DATA);
            return new CursorStatement(sql, cursor, query, description);
        }

        /** Makes a statement on a cursor that exists, with the columns of the rows that it returns. */
        static CursorStatement using(String sql, CursorSql cursor, BackendMessage columns) {
            return new CursorStatement(sql, cursor, null, List.of(BackendMessage.NO_PARAMETERS, columns));
        }
    }
}
