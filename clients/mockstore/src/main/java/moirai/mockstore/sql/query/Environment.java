package moirai.mockstore.sql.query;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.syntax.Identifiers;

/**
 * The objects that the names of a statement may refer to.
 *
 * @param commonTables the visible common table expressions, by name
 */
public record Environment(
        Catalog catalog, Storage storage, Parameters parameters, Map<String, QueryPlan> commonTables) {

    public Environment {
        commonTables = Map.copyOf(commonTables);
    }

    /** Creates the environment of a statement. */
    public Environment(Catalog catalog, Storage storage) {
        this(catalog, storage, new Parameters(), Map.of());
    }

    Environment with(String name, QueryPlan commonTable) {
        var more = new HashMap<>(commonTables);
        more.put(name, commonTable);
        return new Environment(catalog, storage, parameters, more);
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
        return new Table(catalog.table(qualified), storage.of(qualified));
    }
}
