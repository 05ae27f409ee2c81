package moirai.mockstore.sql.query;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;

/**
 * The objects that the names of a statement may refer to.
 *
 * @param changes the statements in WITH that change rows
 * @param commonTables the visible common table expressions, by name
 */
public record Environment(
        Catalog catalog,
        Storage storage,
        Parameters parameters,
        CommonChanges changes,
        Map<String, QueryPlan> commonTables) {

    public Environment {
        commonTables = Map.copyOf(commonTables);
    }

    /** Creates the environment of a statement. */
    public Environment(Catalog catalog, Storage storage, CommonChanges.Compiler changes) {
        this(catalog, storage, new Parameters(), new CommonChanges(changes), Map.of());
    }

    /** Creates the environment of a statement that changes no rows. */
    public Environment(Catalog catalog, Storage storage) {
        this(catalog, storage, (environment, change) -> {
            throw Unsupported.refuse("a statement that changes data here: " + change);
        });
    }

    Environment with(String name, QueryPlan commonTable) {
        var more = new HashMap<>(commonTables);
        more.put(name, commonTable);
        return new Environment(catalog, storage, parameters, changes, more);
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
        String qualified = Identifiers.qualified(name.getSchemaName(), name.getName());
        changes.use(qualified);
        return new Table(catalog.table(qualified), storage.of(qualified));
    }
}
