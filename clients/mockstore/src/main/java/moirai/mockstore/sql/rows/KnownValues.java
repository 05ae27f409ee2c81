package moirai.mockstore.sql.rows;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import moirai.mockstore.sql.rows.StoreKey.Membership;
import org.jspecify.annotations.Nullable;

/**
 * What a statement has read or written. The values of a row are kept together, by the numbers of its columns, so that a
 * cell that is read again costs the search for its row alone.
 */
final class KnownValues {

    private final Map<String, Map<RowKey, OfRow>> rowsByTable = new HashMap<>();
    private final Map<StoreKey, Optional<Object>> others = new HashMap<>();

    private @Nullable String lastTable;
    private Map<RowKey, OfRow> lastRows = Map.of();

    private static final class OfRow {
        private Optional<Object> membership = Optional.empty();
        private boolean hasMembership;
        private @Nullable Object[] cells = new Object[0];

        void put(Optional<Object> value) {
            membership = value;
            hasMembership = true;
        }
    }

    /**
     * Returns the value of a key that is none of a cell.
     *
     * @param read reads the value if it is not known
     */
    Optional<Object> value(StoreKey key, Supplier<Optional<Object>> read) {
        if (key instanceof Membership row) {
            OfRow known = row(row.table(), row.row());
            if (!known.hasMembership) {
                known.put(read.get());
            }
            return known.membership;
        }
        Optional<Object> value = others.get(key);
        if (value == null) {
            value = read.get();
            others.put(key, value);
        }
        return value;
    }

    /** Returns the value of a column as the column's type has it. */
    Object cell(Table table, RowKey key, int column, Supplier<Object> read) {
        OfRow row = row(table.rows().label(), key);
        Object value = column < row.cells.length ? row.cells[column] : null;
        if (value == null) {
            value = read.get();
            put(row, table, column, value);
        }
        return value;
    }

    /** Records the value of a key that is none of a cell. */
    void put(StoreKey key, Optional<Object> value) {
        if (key instanceof Membership row) {
            row(row.table(), row.row()).put(value);
        } else {
            others.put(key, value);
        }
    }

    /** Records the value of a column. */
    void put(Table table, RowKey key, int column, Object value) {
        put(row(table.rows().label(), key), table, column, value);
    }

    private static void put(OfRow row, Table table, int column, Object value) {
        if (row.cells.length <= column) {
            row.cells = Arrays.copyOf(row.cells, table.schema().columns().size());
        }
        row.cells[column] = value;
    }

    /** Forgets the values of a row, but not where it is now. */
    void forget(String table, RowKey key) {
        of(table).remove(key);
    }

    private OfRow row(String table, RowKey key) {
        Map<RowKey, OfRow> rows = of(table);
        OfRow row = rows.get(key);
        if (row == null) {
            row = new OfRow();
            rows.put(key, row);
        }
        return row;
    }

    private Map<RowKey, OfRow> of(String table) {
        if (!table.equals(lastTable)) {
            lastTable = table;
            lastRows = rowsByTable.computeIfAbsent(table, first -> new HashMap<>());
        }
        return lastRows;
    }
}
