package moirai.mockstore.sql.rows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import moirai.mockstore.sql.schema.SearchPath;

/** The rows of each table. */
public final class Storage {

    private final Map<String, TableRows> tables = new ConcurrentHashMap<>();
    private final Map<String, Integer> generations = new ConcurrentHashMap<>();
    private Map<String, TableRows> tablesKept = Map.of();
    private Map<String, Integer> generationsKept = Map.of();

    /** Returns the rows of an existing table. */
    public TableRows of(String table) {
        TableRows rows = tables.get(table);
        if (rows == null) {
            throw new IllegalStateException("no rows of " + table);
        }
        return rows;
    }

    /**
     * Returns how many rows there ever were, including those of aborted transactions and rewound histories, and how
     * many got a value after a scan in a store with a guide had looked for rows with this value. If the number has
     * grown, such a scan would find more rows now.
     */
    public int knownRowCount() {
        return tables.values().stream().mapToInt(TableRows::knownCount).sum();
    }

    /** Returns the empty set of rows of a table that does not exist yet. */
    public TableRows unborn() {
        return new TableRows("");
    }

    /**
     * Begins a new or emptied table without rows. Values that were written under the name before do not come back,
     * because the keys of the store get a new label, such as {@code account#2}.
     */
    public void begin(String table) {
        int generation = generations.merge(table, 1, Integer::sum);
        tables.put(table, new TableRows(generation == 1 ? table : table + "#" + generation));
    }

    /** Makes the rows that are known now those that {@link #reset} goes back to. */
    public void keep() {
        tables.values().forEach(TableRows::keep);
        tablesKept = tables(SearchPath.PERMANENT);
        generationsKept = Map.copyOf(generations);
    }

    /** Goes back to the tables and rows of the last {@link #keep}. No transaction is pending. */
    public void reset() {
        backTo(tablesKept, SearchPath.PERMANENT);
        generations.keySet().retainAll(generationsKept.keySet());
        generations.putAll(generationsKept);
        tables.values().forEach(TableRows::reset);
    }

    /** Gives the rows of a table to another name. */
    public void rename(String table, String name) {
        TableRows rows = of(table);
        tables.remove(table);
        // Rows that come under the old name later are others.
        generations.merge(name, 1, Integer::sum);
        tables.put(name, rows);
    }

    /** Returns the rows of each table of a scope, as they are now. */
    public Map<String, TableRows> tables(SearchPath.Scope scope) {
        return tables.entrySet().stream()
                .filter(table -> scope.has(table.getKey()))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /**
     * Gives each table of a scope the rows that it had when {@link #tables} was called; tables that came since are
     * forgotten.
     */
    public void backTo(Map<String, TableRows> former, SearchPath.Scope scope) {
        tables.keySet().removeIf(table -> scope.has(table) && !former.containsKey(table));
        tables.putAll(former);
    }

    /**
     * Returns the keys of the store that say nothing without a {@link StoreKey.Membership}; empty for other keys.
     */
    public Optional<List<Object>> parts(Object key) {
        return key instanceof StoreKey.Membership row
                ? Optional.of(
                        labelled(row.table()).map(rows -> rows.cells(row.row())).orElse(List.of()))
                : Optional.empty();
    }

    private Optional<TableRows> labelled(String label) {
        TableRows found = tables.get(label);
        return found != null && found.label().equals(label)
                ? Optional.of(found)
                : tables.values().stream()
                        .filter(rows -> rows.label().equals(label))
                        .findFirst();
    }

    /**
     * Forgets rows that are not there.
     *
     * @param memberships of the rows
     * @param isForgotten returns whether no transaction has to do with a key of the store
     */
    public void forget(List<Object> memberships, Predicate<Object> isForgotten) {
        memberships.stream()
                .map(StoreKey.Membership.class::cast)
                .collect(Collectors.groupingBy(
                        StoreKey.Membership::table, Collectors.mapping(StoreKey.Membership::row, Collectors.toList())))
                .forEach((label, keys) -> labelled(label).ifPresent(rows -> rows.forget(keys, isForgotten)));
    }

    /** Forgets the rows of a table. */
    public void drop(String table) {
        tables.remove(table);
    }
}
