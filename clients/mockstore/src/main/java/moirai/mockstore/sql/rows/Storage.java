package moirai.mockstore.sql.rows;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The rows of each table. */
public final class Storage {

    private final Map<String, TableRows> tables = new ConcurrentHashMap<>();
    private final Map<String, Integer> generations = new ConcurrentHashMap<>();

    /** The rows of a table that exists. */
    public TableRows of(String table) {
        TableRows rows = tables.get(table);
        if (rows == null) {
            throw new IllegalStateException("no rows of " + table);
        }
        return rows;
    }

    /** How many rows there ever were, in transactions that were aborted and in histories that were rewound, too. */
    public int knownRowCount() {
        return tables.values().stream().mapToInt(TableRows::knownCount).sum();
    }

    /** No rows, of a table that is not there yet. */
    public TableRows unborn() {
        return new TableRows("");
    }

    /**
     * Begins with no rows: of a new table, or of one that is emptied. What was written under the name before does not
     * come back: the keys of the store get a new label, such as {@code account#2}.
     */
    public void begin(String table) {
        int generation = generations.merge(table, 1, Integer::sum);
        tables.put(table, new TableRows(generation == 1 ? table : table + "#" + generation));
    }

    /** Forgets the rows of a table. */
    public void drop(String table) {
        tables.remove(table);
    }
}
