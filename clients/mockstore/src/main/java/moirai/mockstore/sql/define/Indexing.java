package moirai.mockstore.sql.define;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.rows.StoreKey.Cell;
import moirai.mockstore.sql.rows.TableRows;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.TableSchema;

/**
 * Gives the rows of tables the indexes that are defined: for each single column of an index, of a unique constraint of
 * several columns, and of a foreign key. A unique constraint of one column finds rows itself. An index of expressions,
 * or with a condition, has no columns.
 *
 * <p>An index that is dropped, or whose definition is rolled back, stays with the rows that it has been given to. It
 * changes no answer.
 *
 * @param values returns the values that the store has for certain keys, all those that somebody may read
 */
public record Indexing(Catalog catalog, Storage storage, Values values) {

    /** The values of a store. */
    @FunctionalInterface
    public interface Values {

        /** Returns all values that somebody may read from the chosen keys. */
        Map<Object, List<Object>> of(Predicate<Object> chosen);
    }

    /** Makes the indexes of those tables of a scope that do not have them. */
    public void update(SearchPath.Scope scope) {
        for (TableSchema table :
                catalog.tables().stream().filter(any -> scope.has(any.name())).toList()) {
            TableRows rows = storage.of(table.name());
            var missing = new HashMap<String, Integer>();
            for (int column : columns(table)) {
                String stored = table.column(column).stored();
                if (!rows.isIndexed(stored)) {
                    missing.put(stored, table.keyPosition(column));
                }
            }
            if (!missing.isEmpty()) {
                rows.index(missing, () -> written(rows.label(), missing.keySet()));
            }
        }
    }

    private Set<Integer> columns(TableSchema table) {
        var columns = new TreeSet<Integer>();
        catalog.indexes().stream()
                .filter(index -> index.table().equals(table.name()))
                .filter(index -> !index.unique() || index.columns().size() > 1)
                .forEach(index -> columns.addAll(index.columns()));
        table.foreignKeys().forEach(key -> columns.addAll(key.columns()));
        table.keys().stream()
                .filter(key -> !key.primary() && key.columns().size() > 1)
                .forEach(key -> columns.addAll(key.columns()));
        // The key itself finds rows by its first column.
        table.primaryKey().stream().findFirst().ifPresent(columns::remove);
        return columns;
    }

    private Map<Cell, List<Object>> written(String label, Set<String> columns) {
        var found = new HashMap<Cell, List<Object>>();
        values.of(key -> key instanceof Cell cell && cell.table().equals(label) && columns.contains(cell.column()))
                .forEach((key, versions) -> found.put((Cell) key, versions));
        return found;
    }
}
