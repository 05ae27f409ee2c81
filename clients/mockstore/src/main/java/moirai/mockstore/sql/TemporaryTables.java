package moirai.mockstore.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.control.Command;
import moirai.mockstore.sql.define.Definitions;
import moirai.mockstore.sql.define.ForeignDefinition;
import moirai.mockstore.sql.define.TouchedTable;
import moirai.mockstore.sql.rows.PrivateRows;
import moirai.mockstore.sql.rows.TableRows;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;

/**
 * The temporary tables of a session, with their indexes and sequences. They are defined beside those of all sessions,
 * in a schema of the session's own, and so hinder no definitions of others. The end of a transaction keeps or takes
 * back what it has defined.
 */
final class TemporaryTables {

    private final SqlDatabase database;
    private final SearchPath.Scope scope;
    private final PrivateRows rows = new PrivateRows();
    private List<SqlDatabase.Text> texts = List.of();
    private Optional<SqlDatabase.Defined> before = Optional.empty();
    private final Savepoints<Optional<SqlDatabase.Defined>> savepoints = new Savepoints<>();
    private TemporaryServer server = TemporaryServer.NONE;

    TemporaryTables(SqlDatabase database, SearchPath.Scope scope) {
        this.database = database;
        this.scope = scope;
    }

    PrivateRows rows() {
        return rows;
    }

    void tell(TemporaryServer other) {
        server = other;
    }

    /** Returns the texts of the definitions, in their order. */
    List<SqlDatabase.Text> texts() {
        return texts;
    }

    private SqlDatabase.Defined state() {
        return new SqlDatabase.Defined(
                database.catalog().definitions(scope), database.storage().tables(scope), texts);
    }

    private void undo(SqlDatabase.Defined former) {
        database.storage().backTo(former.rows(), scope);
        database.catalog().undo(former.catalog());
        texts = former.texts();
    }

    /**
     * Executes a definition of temporary tables, which is taken back if it fails.
     *
     * @param session that the tables belong to
     */
    SqlResult define(String sql, Function<Definitions, String> definition, SqlSession session) {
        var notices = new ArrayList<String>();
        Supplier<String> work = () -> definition.apply(database.definitions(sql, session, notices::add));
        String tag = undoable(now -> defined(sql, work, now, session), session::status);
        return SqlResult.defined(tag, notices);
    }

    /** Does something that is taken back if it fails, or if the transaction is rolled back. */
    private String undoable(Function<SqlDatabase.Defined, String> work, Supplier<SqlSession.Status> status) {
        SqlDatabase.Defined now = state();
        if (before.isEmpty()) {
            before = Optional.of(now);
        }
        boolean isDone = false;
        try {
            String tag = work.apply(now);
            isDone = true;
            return tag;
        } finally {
            if (!isDone) {
                undo(now);
            }
            if (status.get() == SqlSession.Status.IDLE) {
                end(isDone);
            }
        }
    }

    private String defined(String sql, Supplier<String> work, SqlDatabase.Defined now, SqlSession session) {
        String tag;
        try {
            tag = work.get();
        } catch (TouchedTable touched) {
            undo(now);
            tag = refilled(touched, work, session);
        } catch (StoreException refusal) {
            throw server.failureOf(sql).orElse(refusal);
        }
        database.index(scope);
        texts = Stream.concat(texts.stream(), Stream.of(SqlDatabase.Text.of(sql)))
                .toList();
        server.refresh();
        return tag;
    }

    private String refilled(TouchedTable touched, Supplier<String> work, SqlSession session) {
        var refilling = new Refilling(database, touched, work);
        if (session.status() != SqlSession.Status.IDLE) {
            return refilling.refilled(session);
        }
        session.execute("BEGIN");
        try {
            String tag = refilling.refilled(session);
            session.execute("COMMIT");
            return tag;
        } finally {
            if (session.status() != SqlSession.Status.IDLE) {
                session.execute("ROLLBACK");
            }
        }
    }

    /** Keeps the text of a definition that only PostgreSQL understands. */
    SqlResult define(ForeignDefinition definition, SqlSession session) {
        return define(definition.sql(), definitions -> definition.tag(), session);
    }

    /** Returns PostgreSQL's error for a definition of the session; empty if it has none. */
    Optional<StoreException> failureOf(String sql) {
        return texts.isEmpty() ? database.catalog().foreignTypes().failureOf(sql) : server.failureOf(sql);
    }

    /** Empties tables. */
    SqlResult truncate(List<String> names, Command.Truncate truncate, SqlSession.Status status) {
        return SqlResult.done(undoable(
                now -> database.definitions().truncate(names, truncate.restart(), truncate.cascade()), () -> status));
    }

    void savepoint(String name) {
        savepoints.add(name, before.map(former -> state()));
    }

    void release(String name) {
        savepoints.release(name);
    }

    void rollbackTo(String name) {
        Optional<SqlDatabase.Defined> found = savepoints.backTo(name);
        before.ifPresent(former -> undo(found.orElse(former)));
    }

    /** Ends the definitions of a transaction, and empties or drops the tables that are to be at its end. */
    void end(boolean areKept) {
        if (!areKept) {
            before.ifPresent(this::undo);
        }
        boolean wereDefined = before.isPresent();
        before = Optional.empty();
        savepoints.clear();
        if (areKept) {
            commit();
        }
        if (wereDefined) {
            forgetRows();
            texts = tables().isEmpty() && isEmpty() ? List.of() : texts;
        }
    }

    private void commit() {
        List<TableSchema> own = tables();
        own.stream()
                .filter(table -> table.onCommit() == TableSchema.OnCommit.DELETE_ROWS)
                .forEach(table -> rows.clear(database.storage().of(table.name())));
        List<String> dropped = own.stream()
                .filter(table -> table.onCommit() == TableSchema.OnCommit.DROP)
                .map(TableSchema::name)
                .toList();
        if (!dropped.isEmpty()) {
            database.definitions().dropTables(dropped);
            texts = Stream.concat(
                            texts.stream(),
                            dropped.stream()
                                    .map(name -> SqlDatabase.Text.of("DROP TABLE " + SearchPath.OWN_TEMPORARY + "."
                                            + Identifiers.literal(Identifiers.bare(name)) + " CASCADE")))
                    .toList();
        }
    }

    private List<TableSchema> tables() {
        return database.catalog().hasTemporary(scope.temporary())
                ? List.copyOf(database.catalog().definitions(scope).tables().values())
                : List.of();
    }

    private boolean isEmpty() {
        return database.catalog().definitions(scope).sequences().isEmpty();
    }

    private void forgetRows() {
        Set<String> labels = database.storage().tables(scope).values().stream()
                .map(TableRows::label)
                .collect(Collectors.toSet());
        rows.keepOnly(labels);
    }

    /** Drops all tables. */
    void discard(SqlSession session) {
        if (!texts.isEmpty()) {
            define(
                    "DISCARD TEMP",
                    definitions -> {
                        forget();
                        return "DISCARD TEMP";
                    },
                    session);
        }
    }

    /** Forgets all that is defined. */
    void forget() {
        database.storage().backTo(Map.of(), scope);
        database.catalog().forget(scope);
    }
}
