package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.SqlType;

/**
 * The objects that the names of a statement may refer to.
 *
 * @param notes what is found out about the statement
 * @param changes the statements in WITH that change rows
 * @param commonTables the visible common table expressions, by name
 */
public record Environment(
        Catalog catalog, Storage storage, Notes notes, CommonChanges changes, Map<String, QueryPlan> commonTables) {

    /**
     * What is found out about a statement while it is compiled.
     *
     * @param sql the statement; empty if what is compiled is a part of a definition
     * @param impossible the errors of constants that have no value
     */
    public record Notes(String sql, Parameters parameters, List<StoreException> impossible) {

        /** Adds the error of a constant. PostgreSQL finds it when it has understood the whole statement. */
        void impossible(StoreException failure) {
            if (sql.isEmpty()) {
                throw failure;
            }
            impossible.add(failure);
        }

        /** Fails if a constant has no value. */
        public void requirePossible() {
            impossible.stream().findFirst().ifPresent(failure -> {
                throw failure;
            });
        }
    }

    public Environment {
        commonTables = Map.copyOf(commonTables);
    }

    /**
     * Creates the environment of a statement.
     *
     * @param declared the types of its first parameters, as the client declares them
     */
    public Environment(
            String sql, List<SqlType> declared, Catalog catalog, Storage storage, CommonChanges.Compiler changes) {
        this(
                catalog,
                storage,
                new Notes(sql, new Parameters(declared), new ArrayList<>()),
                new CommonChanges(changes),
                Map.of());
    }

    /** Creates the environment of a part of a definition. */
    public Environment(Catalog catalog, Storage storage) {
        this("", List.of(), catalog, storage, (environment, change) -> {
            throw Unsupported.refuse("a statement that changes data here: " + change);
        });
    }

    public Parameters parameters() {
        return notes.parameters;
    }

    Environment with(String name, QueryPlan commonTable) {
        var more = new HashMap<>(commonTables);
        more.put(name, commonTable);
        return new Environment(catalog, storage, notes, changes, more);
    }

    Optional<QueryPlan> commonTable(String name) {
        return Optional.ofNullable(commonTables.get(name));
    }

    /**
     * Returns the table that a syntax tree names.
     *
     * @throws moirai.mockstore.StoreException if there is none (SQLSTATE 42P01)
     */
    public Table table(net.sf.jsqlparser.schema.Table name) {
        String qualified = catalog.names().resolve(name.getSchemaName(), name.getName());
        changes.use(qualified);
        return new Table(catalog.table(qualified), storage.of(qualified));
    }
}
