package moirai.mockstore.sql;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.change.ChangeCompiler;
import moirai.mockstore.sql.change.ChangePlan;
import moirai.mockstore.sql.change.WithChanges;
import moirai.mockstore.sql.control.Command;
import moirai.mockstore.sql.control.CommandParser;
import moirai.mockstore.sql.define.Definitions;
import moirai.mockstore.sql.define.ForeignDefinition;
import moirai.mockstore.sql.define.Relocation;
import moirai.mockstore.sql.define.SequenceDefinition;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.query.Environment;
import moirai.mockstore.sql.query.QueryCompiler;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.syntax.Script;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.time.IntervalStyle;
import moirai.mockstore.sql.time.SessionZone;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.WithItem;
import net.sf.jsqlparser.statement.update.Update;
import org.jspecify.annotations.Nullable;

/**
 * A cache of compiled statements by their text, because parsing costs far more than executing. A statement that was
 * compiled before the last definition is compiled again. May be used from several threads.
 */
final class Statements {

    private static final int COUNT_MAX = 2_000;

    /** Longer statements are rarely seen in a second database. */
    private static final int SHARED_LENGTH_MAX = 2_000;

    /**
     * Syntax trees, which compiling does not change; they stay right when definitions change. All databases share them,
     * for a test makes thousands with the same statements.
     */
    private static final Map<String, Statement> PARSED = cache();

    private final Catalog catalog;
    private final Storage storage;
    private final Map<String, Understood> known = cache();

    /** The compiled effect of a statement. */
    sealed interface Action {

        record Query(QueryPlan plan) implements Action {}

        record Change(ChangePlan plan) implements Action {}

        /**
         * A definition.
         *
         * @param isTemporary whether it concerns temporary relations of the session alone
         */
        record Define(Predicate<Catalog> isTemporary, Function<Definitions, String> definition) implements Action {}

        /** A definition that only PostgreSQL understands. */
        record DefineForeign(ForeignDefinition definition) implements Action {}

        record Control(Command command) implements Action {}

        /** An empty statement. */
        record Nothing() implements Action {}
    }

    /**
     * A compiled statement.
     *
     * @param version of the catalogue that it was compiled with
     * @param declaredTypes with which it was compiled
     */
    record Understood(
            String sql,
            Action action,
            List<SqlType> parameterTypes,
            List<ResultColumn> columns,
            long version,
            List<SqlType> declaredTypes,
            Map<Integer, ForeignType> foreignParameters)
            implements PreparedSql {

        Understood(String sql, Action action, List<SqlType> parameterTypes, List<ResultColumn> columns, long version) {
            this(sql, action, parameterTypes, columns, version, List.of(), Map.of());
        }

        Understood {
            parameterTypes = List.copyOf(parameterTypes);
            declaredTypes = List.copyOf(declaredTypes);
            columns = List.copyOf(columns);
            foreignParameters = Map.copyOf(foreignParameters);
        }
    }

    Statements(Catalog catalog, Storage storage) {
        this.catalog = catalog;
        this.storage = storage;
    }

    private static <V> Map<String, V> cache() {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > COUNT_MAX;
            }
        });
    }

    Understood understand(String sql) {
        return understand(sql, List.of());
    }

    /**
     * Returns the statement, compiled.
     *
     * @param declared the types of its first parameters, as the client declares them
     */
    Understood understand(String sql, List<SqlType> declared) {
        long version = catalog.version();
        // What is constant may depend on the session.
        ZoneId zone = SessionZone.current();
        String key = (zone.equals(ZoneOffset.UTC) ? "" : zone.getId() + " ")
                + (IntervalStyle.isIso() ? IntervalStyle.ISO_8601 + " " : "")
                + path()
                + (declared.isEmpty() ? "" : declared + " ")
                + sql;
        Understood found = known.get(key);
        if (found == null || found.version != version) {
            found = compile(sql, declared, version);
            known.put(key, found);
        }
        return found;
    }

    /** Returns a text that differs where the same names may mean other relations. */
    private String path() {
        SearchPath path = SearchPath.current();
        boolean isInitial = path.setting().equals(SearchPath.INITIAL);
        return (isInitial ? "" : path.setting() + " ")
                + (catalog.hasTemporary(path.temporary()) ? path.temporary() + " " : "");
    }

    /** Returns whether the text is syntactically correct SQL, even if it refers to things that do not exist. */
    boolean isSyntaxRight(String sql) {
        try {
            Parser.statement(sql);
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    private static Statement parsed(String sql) {
        Statement known = PARSED.get(sql);
        if (known != null) {
            return known;
        }
        // Without the lock of the cache, which would hold up others.
        Statement statement = Parser.statement(sql);
        if (sql.length() <= SHARED_LENGTH_MAX) {
            PARSED.put(sql, statement);
        }
        return statement;
    }

    private Understood compile(String sql, List<SqlType> declared, long version) {
        Optional<ForeignDefinition> foreign = Optional.of(sql)
                .filter(text -> !catalog.foreignTypes().equals(ForeignType.Source.NONE))
                .flatMap(ForeignDefinition::of);
        if (foreign.isPresent()) {
            return new Understood(sql, new Action.DefineForeign(foreign.get()), List.of(), List.of(), version);
        }
        Optional<Command> command = CommandParser.parse(sql);
        if (command.isPresent()) {
            List<SqlType> parameters = command.get() instanceof Command.Explain explain
                    ? understand(explain.query()).parameterTypes()
                    : List.of();
            return new Understood(
                    sql, new Action.Control(command.get()), parameters, Results.columns(command.get()), version);
        }
        Optional<Action> ofWords = ofWords(sql);
        if (ofWords.isPresent()) {
            return new Understood(sql, ofWords.get(), List.of(), List.of(), version);
        }
        if (Script.split(sql).isEmpty()) {
            return new Understood(sql, new Action.Nothing(), List.of(), List.of(), version);
        }
        Statement statement = parsed(sql);
        var environment = new Environment(sql, declared, catalog, storage, ChangeCompiler::common);
        Action action = switch (statement) {
            case Select select -> {
                environment.changes().allow(select.getWithItemsList());
                QueryPlan plan = new QueryCompiler(environment).compile(select);
                yield new Action.Query(WithChanges.after(environment.changes().plans(), plan));
            }
            case Insert insert -> change(environment, insert.getWithItemsList(), compiler -> compiler.insert(insert));
            case Update update -> change(environment, update.getWithItemsList(), compiler -> compiler.update(update));
            case Delete delete -> change(environment, delete.getWithItemsList(), compiler -> compiler.delete(delete));
            case Statement definition
            when Definitions.isDefinition(definition) ->
                new Action.Define(
                        known -> Definitions.isTemporary(known, definition),
                        definitions -> definitions.execute(definition));
            default -> throw Unsupported.refuse(statement.getClass().getSimpleName() + ": " + statement);
        };
        environment.parameters().requireTypes();
        environment.notes().requirePossible();
        List<ResultColumn> columns = switch (action) {
            case Action.Query query -> Results.columns(query.plan().outputs(), catalog);
            case Action.Change change ->
                Results.columns(change.plan().returning().outputs(), catalog);
            case Action.Define define -> List.of();
            case Action.DefineForeign define -> List.of();
            case Action.Control control -> List.of();
            case Action.Nothing nothing -> List.of();
        };
        return new Understood(
                sql,
                action,
                environment.parameters().types(),
                columns,
                version,
                declared,
                environment.parameters().foreign());
    }

    /** Returns the definition that a statement is, of those that the parser does not know. */
    private static Optional<Action> ofWords(String sql) {
        return Relocation.of(sql)
                .<Action>map(found -> new Action.Define(found::isTemporary, definitions -> definitions.execute(found)))
                .or(() -> SequenceDefinition.of(sql)
                        .map(found ->
                                new Action.Define(found::isTemporary, definitions -> definitions.execute(found))));
    }

    private static Action change(
            Environment environment,
            @Nullable List<WithItem<?>> with,
            Function<ChangeCompiler, ChangePlan> compilation) {
        environment.changes().allow(with);
        ChangePlan plan = compilation.apply(new ChangeCompiler(environment));
        return new Action.Change(WithChanges.after(environment.changes().plans(), plan));
    }
}
